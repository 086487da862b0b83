import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { librariesOf } from './library';
import { packLibraries, type PackedLibrary } from './pack-libraries';
import { COMPILER_SETTINGS, commonJsProgram, Consumer, sameInstancesProgram, typesModule } from './testing/consumer';
import { LocalRegistry } from './testing/local-registry';
import { OTHER_NODES, otherNodes } from './testing/other-nodes';
import { checkTarballs, type TarballFindings } from './testing/tarball-checks';

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

fullDescribe('the packages (CAMPAIGN=full)', () => {
  const registry = new LocalRegistry();
  let scratch = '';
  let packed: readonly PackedLibrary[] = [];
  let findings: ReadonlyMap<string, TarballFindings> = new Map();
  let nodes: ReadonlyMap<number, string> = new Map();
  const installs = new Map<string, Promise<Consumer>>();
  const packedOf = (name: string): PackedLibrary => packed.find((each) => each.name === name)!;

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'stackcheck-packages-'));
    await run(process.execPath, [join(ROOT, 'tools', 'launch', 'build.js')], { cwd: ROOT });
    packed = await packLibraries(ROOT, PACKAGES);
    await registry.open();
    writeFileSync(join(scratch, '.npmrc'), registry.npmrc('@stackcheck'));
    await Promise.all([publish(), prepareChecks()]);
    await twoAtATime(names, async (name) => {
      const installing = installAlone(name);
      installs.set(name, installing);
      await installing.catch(() => undefined);
    });
  }, 900_000);
  afterAll(async () => {
    await registry.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  /** As docs/packages.md says, but truly, and to the registry on loopback; npm reads nobody's tokens for another one. */
  async function publish(): Promise<void> {
    const release = commandsOfPage()[1]!.replace(
      'publish --dry-run',
      `publish --first-release --tag=latest --registry=${registry.address}`,
    );
    // Plugins in the process of each task, of which there is one for each library, and not in further ones.
    const env = { ...process.env, npm_config_userconfig: join(scratch, '.npmrc'), NX_ISOLATE_PLUGINS: 'false' };
    await run('bash', ['-ec', release], { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 });
  }

  async function prepareChecks(): Promise<void> {
    findings = await checkTarballs(packed.map(({ tarball }) => tarball));
    nodes = await otherNodes(join(scratch, 'nodes'));
  }

  async function installAlone(name: string): Promise<Consumer> {
    const consumer = new Consumer(join(scratch, name.replace('/', '-')), name, registry.npmrc('@stackcheck'));
    await consumer.install();
    return consumer;
  }

  it('are installed from their tarballs, as docs/packages.md says', async () => {
    const fromTarballs = commandsOfPage()[0]!
      .replace('npm run pack\n', '')
      .replaceAll('/tmp/consumer', join(scratch, 'from-tarballs'));

    await run('bash', ['-ec', `${fromTarballs}\nnode -e "require('@stackcheck/epss-core')"`], { cwd: ROOT });
  }, 240_000);

  it('are published by nx with the commands of docs/packages.md, each once and as the version to install', () => {
    const expected = names.map((name) => ({ name, version: packedOf(name).version, tag: 'latest' }));

    expect(registry.arrivals).toEqual(expected.sort((a, b) => (a.name < b.name ? -1 : 1)));
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

  it.each(names)('%s: publint finds nothing', (name) => {
    expect(findings.get(packedOf(name).tarball)?.publint).toEqual([]);
  });

  it.each(names)('%s: every compiler finds its types, those of before sub-path exports aside', (name) => {
    expect(findings.get(packedOf(name).tarball)?.types).toEqual([]);
  });

  describe.each(names)('%s, installed alone', (name) => {
    let consumer: Consumer;
    beforeAll(async () => {
      consumer = await installs.get(name)!;
    });

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

/** The blocks of commands in docs/packages.md: installing from tarballs, and publishing. */
function commandsOfPage(): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs', 'packages.md'), 'utf8');
  return [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
}

/** Begins the next item when one of two ends: a process of npm waits for half of its time. */
async function twoAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all([lane(), lane()]);
}
