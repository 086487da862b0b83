import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from './testing/command-line';

let line: CommandLine;
beforeEach(() => {
  line = new CommandLine();
});
afterEach(() => line.remove());

const MANIFEST = JSON.stringify({ name: 'shop', dependencies: { lodash: '^4.17.15' } });
const LOCK = JSON.stringify({
  lockfileVersion: 3,
  packages: { '': {}, 'node_modules/lodash': { version: '4.17.21' } },
});
const check = (...args: string[]) => line.run(['--source', 'demo', '--unknown', 'pass', ...args], { columns: 200 });

describe('what nobody judged is said', () => {
  test.each<[string, string, string]>([
    ['package.json', MANIFEST, 'package-lock.json'],
    ['pyproject.toml', '[project]\ndependencies = [\n  "django>=2"\n]\n', 'uv.lock'],
    ['pyproject.toml', '[tool.poetry.dependencies]\ndjango = "^4"\n', 'poetry.lock'],
    ['setup.py', 'setup(\n  install_requires=["django"],\n)\n', 'requirements.txt'],
    ['Pipfile', '[packages]\ndjango = "*"\n', 'Pipfile.lock'],
    ['Cargo.toml', '[package]\nname = "x"\n[dependencies]\nserde = "1"\n', 'Cargo.lock'],
    ['Gemfile', "source 'https://rubygems.org'\ngem 'rails'\n", 'Gemfile.lock'],
    ['composer.json', '{"require": {"a/b": "^1"}}', 'composer.lock'],
    ['pubspec.yaml', 'name: x\ndependencies:\n  http: ^1.0.0\n', 'pubspec.lock'],
    ['mix.exs', 'defp deps do\n  [{:plug, "~> 1.0"}]\nend\n', 'mix.lock'],
    ['build.gradle.kts', 'dependencies {\n  implementation("a:b:1")\n}\n', 'gradle.lockfile'],
    ['shop.csproj', '<Project><ItemGroup><PackageReference Include="a" /></ItemGroup></Project>', 'packages.lock.json'],
  ])('the dependencies of %s without a lockfile, and not with %3$s', async (name, text, lockfile) => {
    line.write(`app/${name}`, text);
    const without = await check();
    line.write(lockfile, lockfile.endsWith('.json') ? LOCK : '');
    const withOne = await check();

    expect(without.stdout).toContain(`Not judged, no lockfile was read for the dependencies: app/${name}.`);
    expect(without.code).toBe(0);
    expect(withOne.stdout).not.toContain('no lockfile');
  });

  test('a manifest without dependencies needs no lockfile, and an SBOM is as good as one', async () => {
    line.write('package.json', '{"name":"x","engines":{"node":">=24"},"dependencies":{}}').write('Gemfile', '# none\n');
    line.write('app/package.json', MANIFEST);
    line.write('app/bom.json', JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [] }));

    expect((await check()).stdout).not.toContain('no lockfile');
  });

  test('ranges, variables and words in place of versions, each reason once', async () => {
    line
      .write('requirements.txt', 'django>=2\nflask\nrequests==2.31.0\nfoo>1\nbar>1\nbaz>1\n')
      .write('.nvmrc', 'lts/*\n')
      .write('.python-version', '3\n')
      .write('compose.yaml', 'services:\n  a:\n    image: redis:${TAG}\n');

    const { stdout } = await check();

    expect(stdout.match(/Not judged, .*$/gm)).toEqual([
      'Not judged, no version is named: nodejs (.nvmrc:1), python (.python-version:1), flask (requirements.txt:2).',
      'Not judged, a variable has no value here: redis:${TAG} (compose.yaml:3).',
      'Not judged, a range is named and no version: bar>1 (requirements.txt:5), baz>1 (requirements.txt:6), django>=2 (requirements.txt:1) and 1 more.',
    ]);
    expect(stdout).not.toContain('Python 3.0');
  });

  test('members of a workspace are nobody else’s work', async () => {
    line.write(
      'package-lock.json',
      JSON.stringify({
        lockfileVersion: 3,
        packages: { '': { workspaces: ['w'] }, w: {}, 'node_modules/w': { resolved: 'w', link: true } },
      }),
    );

    const { stdout } = await check();

    expect(stdout).toContain('1 apart');
    expect(stdout).not.toContain('Not judged');
  });

  test('where nothing has a version nothing was checked, and inputs that are required are missing', async () => {
    line.write('package.json', MANIFEST);

    const { code, stdout } = await check('--require-inputs');

    expect([code, stdout]).toEqual([3, expect.stringContaining('Nothing was checked: what was read names no package')]);
    expect((await check('-q')).stderr).toEqual([expect.stringContaining('Nothing was checked')]);
    expect((await check('--format', 'json')).stderr).toEqual([
      'Not judged, no lockfile was read for the dependencies: package.json.',
      expect.stringContaining('Nothing was checked'),
    ]);
  });

  test('packages that no advisory names are counted, and so are CVEs and the day that is asked about', async () => {
    expect((await check('--as-of', '2030-01-01')).stdout).toContain('as of 2030-01-01');
    const { stdout } = await line.run(['cve', 'CVE-2020-99999', '--source', 'demo', '--unknown', 'pass']);

    expect(stdout).toContain('1 CVE');
    expect(stdout).not.toContain('Nothing was checked');
  });
});

describe('what cannot be read is said', () => {
  beforeEach(() => line.write('package-lock.json', '{ "lockfileVersion": 3,').write('Dockerfile', 'FROM node:26\n'));

  test('in the short form, too', async () => {
    const { code, stderr } = await check('-q');

    expect([code, stderr]).toEqual([3, [expect.stringMatching(/^package-lock\.json:1 is no JSON/)]]);
  });

  test('of a link that leads nowhere or to itself, where its name is that of a kind', async () => {
    rmSync(join(line.folder, 'package-lock.json'));
    symlinkSync('/nowhere', join(line.folder, 'yarn.lock'));
    symlinkSync('Cargo.lock', join(line.folder, 'Cargo.lock'));
    symlinkSync('/nowhere', join(line.folder, 'notes.txt'));

    const { code, stdout } = await check();

    expect(code).toBe(3);
    expect(stdout).toContain('Cargo.lock is a link that leads back to itself; name the file itself');
    expect(stdout).toContain('yarn.lock is not there; name one that is');
    expect(stdout).not.toContain('notes.txt');
    expect(await check('Cargo.lock')).toMatchObject({
      code: 3,
      stderr: ['stackcheck: Cargo.lock is a link that leads back to itself; name the file itself'],
    });
  });

  test('by a watch, whose findings of that file are not gone', async () => {
    line.write('package-lock.json', LOCK);
    expect((await line.run(['watch', '--source', 'demo'])).code).toBe(0);
    line.write('package-lock.json', '{');

    const { code, stderr } = await line.run(['watch', '--source', 'demo']);

    expect([code, stderr]).toEqual([3, [expect.stringMatching(/^package-lock\.json:1 is no JSON/)]]);
  });
});

test.each<[readonly string[], number, RegExp]>([
  [['--offline', '--source', 'api'], 2, /--offline forbids/],
  [['quote', '--offline'], 2, /--offline forbids/],
  [['watch', '--format', 'sarif', '--source', 'demo'], 2, /--format sarif: changes are written as table or json/],
  [['watch', '--state', 'no/such/folder', '--source', 'demo'], 2, /its folder is not there; name another with --state/],
  [['--vex', 'nowhere', '--source', 'demo'], 3, /^stackcheck: nowhere is not there; name one that is$/],
  [['--config', '.', '--source', 'demo'], 3, /^stackcheck: \. is a folder; name a file in it$/],
  [['accept', 'nodejs', '--until', '2026-11-22', '--reason', 'x'], 2, /2026-11-22 has passed.*from 2026-11-23 on/],
  [
    ['baseline', 'write', '--baseline', 'no/b.json', '--source', 'demo'],
    2,
    /cannot be written: its folder is not there/,
  ],
  [['baseline', 'write', '--source', 'demo'], 0, /: 1 finding is known from now on/],
  [['cve', 'CVE-2021-44228', 'CVE-1', '--source', 'demo'], 2, /"CVE-1" is no CVE id; write it such as/],
])('%j ends with %d', async (args, code, sentence) => {
  line.write('.nvmrc', '18\n');

  const ran = await line.run(args);

  expect([ran.code, ran.stderr.at(-1)]).toEqual([code, expect.stringMatching(sentence)]);
});
