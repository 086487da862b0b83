import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from './testing/command-line';

let line: CommandLine;
beforeEach(() => {
  line = new CommandLine();
});
afterEach(() => line.remove());

const LOCK = JSON.stringify(
  {
    name: 'shop',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop', version: '1.0.0', dependencies: { lodash: '^4.17.15' } },
      'node_modules/lodash': { version: '4.17.15' },
    },
  },
  null,
  2,
);

describe('check', () => {
  test('is what runs without a command: it reads the folder, and fails where something fails', async () => {
    line.write('Dockerfile', 'FROM node:18-alpine\n').write('package-lock.json', LOCK);

    const { code, stdout } = await line.run(['--source', 'demo']);

    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL +node:18-alpine +Dockerfile:1/);
    expect(stdout).toMatch(/FAIL +lodash 4\.17\.15 +package-lock\.json:\d+/);
    expect(stdout).toMatch(/1 package, 1 image.*fail/);
  });

  test('prints JSON that names each place and what to move to', async () => {
    line.write('deploy/Dockerfile', '# base\nFROM node:18-alpine\n');

    const { stdout } = await line.run(['deploy', '--source', 'demo', '--format', 'json']);

    const outcome = JSON.parse(stdout) as { readonly verdict: string; readonly findings: readonly object[] };
    expect(outcome).toMatchObject({ schema: 1, verdict: 'fail', source: 'demo', day: '2026-11-23' });
    expect(outcome.findings[0]).toMatchObject({
      code: 'eol',
      component: { kind: 'image', image: 'node:18-alpine', product: 'nodejs', cycle: '18' },
      due: '2025-04-30',
      move_to: 'node:24-alpine',
      places: [{ path: 'deploy/Dockerfile', line: 2 }],
    });
  });

  test('reads standard input as the format that is named', async () => {
    const { code, stdout } = await line.run(['-', '--as', 'dockerfile', '--source', 'demo'], {
      input: 'FROM node:18-alpine\n',
    });

    expect([code, stdout]).toEqual([1, expect.stringContaining('-:1')]);
  });

  test('says loudly that there is nothing to check', async () => {
    line.write('readme.txt', 'hello');

    const { code, stdout } = await line.run(['--source', 'demo']);

    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/Nothing was checked: no file of a kind that is read was found/),
    ]);
    expect((await line.run(['--source', 'demo', '--require-inputs'])).code).toBe(3);
  });

  test('reports everything else where a file cannot be read, and ends with 3', async () => {
    line.write('package-lock.json', '{ "lockfileVersion": 3,').write('Dockerfile', 'FROM node:26\n');

    const { code, stdout } = await line.run(['--source', 'demo', '--unknown', 'pass']);

    expect(code).toBe(3);
    expect(stdout).toMatch(/package-lock\.json:1 is no JSON/);
    expect(stdout).toMatch(/1 image/);
  });

  test.each([
    ['doubt ends with 6', 'FROM unheard-of/thing:1\n', [], 6],
    ['doubt may pass', 'FROM unheard-of/thing:1\n', ['--unknown', 'pass'], 0],
    ['what is not to fail warns', 'FROM node:18-bookworm\n', ['--fail-on', 'malware'], 0],
    ['a later day is asked about', 'FROM node:24-bookworm\n', ['--as-of', '2029-01-01'], 1],
  ])('%s', async (_, dockerfile, flags, expected) => {
    line.write('Dockerfile', dockerfile);

    expect((await line.run(['--source', 'demo', ...flags])).code).toBe(expected);
  });

  test.each([
    ['an unknown format', ['--format', 'xml'], /--format xml: there is no format "xml"; there are table, json/],
    ['two formats for one output', ['--format', 'json', '--format', 'table'], /two formats for standard output/],
    ['a kind of failure that is none', ['--fail-on', 'eol,kve'], /"kve" is none of eol, kev/],
    ['no days', ['--eol-within', 'soon'], /Give days, such as 90d/],
    ['no day', ['--as-of', '2026-02-30'], /Give a day, such as 2027-04-30/],
    [
      'a day that has passed',
      ['--as-of', '2020-01-01'],
      /--as-of must be a day from \S+ \(today\) to .* "2020-01-01" has passed/,
    ],
    ['a day too far ahead', ['--as-of', '2099-01-01'], /"2099-01-01" is too far ahead/],
    ['an unknown flag', ['--formt', 'json'], /unknown option '--formt'/],
    ['a format to read as that is none', ['-', '--as', 'npm'], /--as npm: there is no such format; there are /],
  ])('refuses %s with 2', async (_, flags, sentence) => {
    const { code, stdout, stderr } = await line.run(['--source', 'demo', ...flags]);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.join('\n')).toMatch(sentence);
  });

  test('refuses a path that is not there with 3', async () => {
    const { code, stderr } = await line.run(['nowhere', '--source', 'demo']);

    expect([code, stderr]).toEqual([3, ['stackcheck: nowhere is not there; name a file or folder that is']]);
  });

  test('says why an output cannot be written', async () => {
    line.write('Dockerfile', 'FROM node:26\n');

    const { code, stderr } = await line.run(['--source', 'demo', '--format', 'json:nowhere/out.json']);

    expect([code, stderr]).toEqual([
      2,
      [
        expect.stringMatching(
          /^stackcheck: nowhere\/out\.json cannot be written: its folder is not there; name another file/,
        ),
      ],
    ]);
  });

  test('reads all else where a link leads to itself', async () => {
    line.write('a/Dockerfile', 'FROM node:18-alpine\n').write('b/Dockerfile', 'FROM node:18-alpine\n');
    symlinkSync('loop', join(line.folder, 'loop'));

    const { code, stdout } = await line.run(['--source', 'demo']);

    expect([code, stdout]).toEqual([1, expect.stringMatching(/a\/Dockerfile:1 \+1/)]);
  });

  test('writes further formats into files', async () => {
    line.write('Dockerfile', 'FROM node:18-alpine\n');

    await line.run(['--source', 'demo', '--format', 'table', '--format', 'json:out.json']);

    expect(JSON.parse(line.read('out.json'))).toMatchObject({ verdict: 'fail' });
  });
});

describe('inventory', () => {
  it.each([
    ['go 1.16', ['go.mod', 'go.sum']],
    ['', ['go.mod', 'go.sum']],
    ['go 1.17', ['go.mod']],
    ['go 1.21.3', ['go.mod']],
    ['go 2.0', ['go.mod']],
  ])('reads go.sum next to a go.mod with "%s" only where that lacks what is indirect', async (go, expected) => {
    line.write('m/go.mod', `module a\n\n${go}\n\nrequire e.com/b v1.0.0\n`).write('m/go.sum', 'e.com/c v1.0.0 h1:a=\n');

    const { stdout } = await line.run(['inventory', 'm', '--format', 'json']);

    const { files } = JSON.parse(stdout) as { readonly files: readonly { readonly path: string }[] };
    expect(files.map(({ path }) => path)).toEqual(expected.map((name) => `m/${name}`));
  });

  it('says what to do about a binary lockfile, unless there is the one in text', async () => {
    line.write('bun.lockb', new Uint8Array([35, 33, 0, 255]));

    const alone = await line.run(['check', '--source', 'demo', '--unknown', 'pass']);
    line.write('bun.lock', '{"lockfileVersion": 1, "packages": {}}');
    const both = await line.run(['check', '--source', 'demo', '--unknown', 'pass']);

    expect(alone).toMatchObject({ code: 3, stdout: expect.stringMatching(/bun\.lockb.*--save-text-lockfile/s) });
    expect(both.code).toBe(0);
  });

  test('lists what was read, from where', async () => {
    line.write('.nvmrc', '20\n').write('package-lock.json', LOCK);

    const { code, stdout } = await line.run(['inventory']);

    expect([code, stdout]).toEqual([0, expect.stringContaining('pkg:npm/lodash@4.17.15')]);
    expect(JSON.parse((await line.run(['inventory', '--format', 'json'])).stdout)).toMatchObject({
      schema: 1,
      files: [
        { path: '.nvmrc', format: 'nvmrc', products: [{ product: 'nodejs', version: '20', from: '.nvmrc "20"' }] },
        { path: 'package-lock.json', packages: [{ purl: 'pkg:npm/lodash@4.17.15' }] },
      ],
    });
  });

  test('says which files were read where nothing is in them', async () => {
    line.write('Dockerfile', '# nothing yet\n');

    expect(await line.run(['inventory'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: ['Nothing was found in Dockerfile.'],
    });
  });

  test('does not look into what was installed, nor at what is left out', async () => {
    line.write('node_modules/a/package-lock.json', LOCK).write('test/fixtures/package-lock.json', LOCK);

    const { stdout } = await line.run(['inventory', '--format', 'json', '--exclude', 'fixtures']);

    expect(JSON.parse(stdout)).toEqual({ schema: 1, files: [] });
  });

  test('writes an SBOM that it reads as it read the files', async () => {
    line.write('app/package-lock.json', LOCK).write('Dockerfile', 'FROM node:18-alpine\n');

    const { code, stdout } = await line.run(['inventory', '--format', 'cyclonedx']);
    line.write('sbom/bom.json', stdout);

    expect(code).toBe(0);
    expect(JSON.parse((await line.run(['inventory', '--format', 'json', 'sbom'])).stdout)).toMatchObject({
      files: [{ packages: [{ purl: 'pkg:npm/lodash@4.17.15' }], images: [{ ref: 'node:18-alpine' }] }],
    });
  });
});

test('the version and the help are for people', async () => {
  expect(await line.run(['--version'])).toEqual({ code: 0, stdout: '0.5.0\n', stderr: [] });
  expect((await line.run(['--help'])).stdout).toMatch(/^Usage: stackcheck /);
});
