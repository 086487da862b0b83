import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { librariesOf } from './library';
import { packLibraries, type PackedLibrary } from './pack-libraries';
import { COMPILER_SETTINGS, commonJsProgram, Consumer, sameInstancesProgram, typesModule } from './testing/consumer';
import { LocalRegistry } from './testing/local-registry';
import { nodeOf, OTHER_NODES } from './testing/other-nodes';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..', '..');
/** Where `npm run pack` writes, and nx publishes from. */
const PACKAGES = join(ROOT, 'dist', 'packages');
const names = librariesOf(ROOT).map(({ name }) => name);

/** Packing, publishing and installing all of them takes a minute and needs npm's registry. */
const fullDescribe = process.env['CAMPAIGN'] === 'full' ? describe : describe.skip;

/** The libraries with the most entries: these are compiled in every way, the others as Node resolves them. Tarballs are checked in all ways. */
const MANY_ENTRIES = ['contract', 'datasets', 'eol-core', 'payment-x402'].map((name) => `@stackcheck/${name}`);

function settingsOf(name: string): typeof COMPILER_SETTINGS {
  return MANY_ENTRIES.includes(name) ? COMPILER_SETTINGS : COMPILER_SETTINGS.filter(([way]) => way === 'nodenext');
}

/** Checks a tarball as a compiler of each kind would resolve it, and prints what it finds; the checker is an ES module. */
const CHECK_TYPES = `
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
const { problems } = await checkPackage(createPackageFromTarballData(readFileSync(process.argv[1])));
// TypeScript's resolution of before 2022 reads no sub-paths of exports.
for (const { kind, entrypoint, resolutionKind } of problems)
  if (resolutionKind !== 'node10') console.log(kind, entrypoint ?? '', resolutionKind ?? '');
`;

fullDescribe('the packages (CAMPAIGN=full)', () => {
  const registry = new LocalRegistry();
  let scratch = '';
  let packed: readonly PackedLibrary[] = [];
  const nodes = new Map<number, string | null>();
  const packedOf = (name: string): PackedLibrary => packed.find((each) => each.name === name)!;

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'stackcheck-packages-'));
    await run(process.execPath, [join(ROOT, 'tools', 'launch', 'build.js')], { cwd: ROOT });
    packed = await packLibraries(ROOT, PACKAGES);
    for (const major of OTHER_NODES) nodes.set(major, await nodeOf(major, join(scratch, `node-${major}`)));
    await registry.open();
    writeFileSync(join(scratch, '.npmrc'), registry.npmrc('@stackcheck'));
    writeFileSync(join(scratch, 'package.json'), '{ "private": true }');
    for (const { tarball } of packed) await run('npm', ['publish', '--ignore-scripts', tarball], { cwd: scratch });
  }, 900_000);
  afterAll(async () => {
    await registry.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it('are installed from their tarballs, and nx shows how it would publish them, as docs/packages.md says', async () => {
    const page = readFileSync(join(ROOT, 'docs', 'packages.md'), 'utf8');
    const [install = '', release = ''] = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
    const fromTarballs = install
      .replace('npm run pack\n', '')
      .replaceAll('/tmp/consumer', join(scratch, 'from-tarballs'));

    await run('bash', ['-ec', `${fromTarballs}\nnode -e "require('@stackcheck/epss-core')"`], { cwd: ROOT });
    const { stdout } = await run('bash', ['-ec', release], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });

    const said = stripVTControlCharacters(stdout);
    expect(said).toContain('Would publish to');
    expect(said).toContain(`target nx-release-publish for ${names.length} projects`);
  }, 240_000);

  it('are all published', () => {
    expect(registry.names).toEqual([...names].sort());
  });

  it.each(names)('%s holds its licence, README and changelog, and neither tests nor sources', (name) => {
    const { folder } = packedOf(name);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });

    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json']));
    expect(files.filter((file) => /(^|\/)testing(\/|$)|\.spec\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });

  it.each(names)('%s comes with a bill of materials that names it', (name) => {
    const bill = JSON.parse(readFileSync(packedOf(name).tarball.replace(/\.tgz$/, '.cdx.json'), 'utf8')) as object;

    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { purl: `pkg:npm/${name.replace('@', '%40')}@${packedOf(name).version}` } },
    });
  });

  it.each(names)(
    '%s: publint finds nothing',
    async (name) => {
      const publint = join(ROOT, 'node_modules', 'publint', 'src', 'cli.js');

      const { stdout } = await run(process.execPath, [publint, 'run', packedOf(name).folder, '--strict'], {
        cwd: ROOT,
      });

      expect(stdout).toContain('All good!');
    },
    240_000,
  );

  it.each(names)(
    '%s: every compiler finds its types, those of before sub-path exports aside',
    async (name) => {
      const args = ['--input-type=module', '-e', CHECK_TYPES, packedOf(name).tarball];

      const { stdout } = await run(process.execPath, args, { cwd: join(ROOT, 'tools', 'pack') });

      expect(stdout).toBe('');
    },
    240_000,
  );

  describe.each(names)('%s, installed alone', (name) => {
    let consumer: Consumer;
    beforeAll(async () => {
      consumer = new Consumer(join(scratch, name.replace('/', '-')), name, registry.npmrc('@stackcheck'));
      await consumer.install();
    }, 240_000);

    it('gives import and require the same instances', async () => {
      consumer.write('uses.mjs', sameInstancesProgram(consumer.entries));

      expect(await consumer.failureOf(process.execPath, 'uses.mjs')).toBe('');
    });

    it('is CommonJS for tools that know nothing else', async () => {
      consumer.write('uses.cjs', commonJsProgram(consumer.commonJsFiles));

      expect(await consumer.failureOf(process.execPath, '--no-experimental-require-module', 'uses.cjs')).toBe('');
    });

    it.each(OTHER_NODES)(
      'runs on Node %i',
      async (major) => {
        const program = nodes.get(major);
        if (!program) return console.warn(`Node ${major} cannot be had on this machine: ${name} was not run on it`);
        consumer.write('uses.mjs', sameInstancesProgram(consumer.entries));
        consumer.write('uses.cjs', commonJsProgram(consumer.commonJsFiles));

        expect(await consumer.failureOf(program, 'uses.mjs')).toBe('');
        expect(await consumer.failureOf(program, 'uses.cjs')).toBe('');
      },
      240_000,
    );

    it.each(settingsOf(name))(
      'compiles with %s, its declarations checked',
      async (_module, args) => {
        for (const ending of ['ts', 'mts', 'cts']) consumer.write(`uses.${ending}`, typesModule(consumer.entries));
        const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
        const settings = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--lib', 'es2023'];

        const failure = await consumer.failureOf(process.execPath, tsc, ...settings, '--types', '', ...args);

        expect(failure).toBe('');
      },
      240_000,
    );
  });
});
