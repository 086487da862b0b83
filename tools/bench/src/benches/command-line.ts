import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import { packCommandLine } from '@stackcheck/pack';
import type { Usage } from '../children/report-usage';
import { ROOT, runIngest } from '../measure/ingest-program';
import { endsWithUs } from '../measure/own-children';
import { median } from '../measure/rounds';
import { withScratchFolder } from '../measure/scratch-folder';
import { serveFolder } from '../osv/folder-server';
import { madeUpRecords, peerQuestions, runPeer, writePeerFolder } from '../osv/peer';
import { syntheticPurls } from '../osv/synthetic-records';
import { writeBucket } from '../osv/write-bucket';
import { figure, times, type Report, type Row } from '../report/table';

const MADE_UP = 300_000;
/** As many as a large lockfile of npm has. */
const PACKAGES = 1_279;
const SBOM_BYTES = 10_000_000;
const MONOREPO_FILES = 10_000;
const ROUNDS = 5;
/** The embedded selections have a date. */
const ANY_AGE = ['--max-age', '9999d'];
const PEER_TIMEOUT_MS = 300_000;

/** The packed command line with data of its own. */
interface Installed {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The packed command line from a cold start, on 300,000 made-up advisories: a lockfile, a large SBOM, a monorepo; against a peer
 * that loads the same records and looks up the same packages, also in a process of its own.
 */
export async function benchCommandLine({
  rounds = ROUNDS,
  note,
}: {
  readonly rounds?: number;
  readonly note: (line: string) => void;
}): Promise<Report> {
  return withScratchFolder('command-line', async (folder) => {
    const purls = syntheticPurls(PACKAGES);
    note(`command-line: publishing ${figure(MADE_UP)} made-up advisories, and packing the program (a minute)`);
    const installed = await install(folder);
    writeInputs(folder, purls);
    const runs = async (args: readonly string[], count = rounds): Promise<readonly Usage[]> => {
      const usages: Usage[] = [];
      for (let round = 0; round < count; round += 1) usages.push(await run(installed, folder, args));
      const [wall, processor, memory] = [
        usages.map(({ wallMs }) => wallMs),
        usages.map(({ cpuMs }) => cpuMs),
        usages.map(({ maxRssKib }) => maxRssKib / 1024),
      ].map(median) as [number, number, number];
      const named = args.filter((arg) => arg !== '-q' && !ANY_AGE.includes(arg)).join(' ');
      note(`command-line: ${named}: ${figure(wall)} ms, processor ${figure(processor)} ms, ${figure(memory)} MiB`);
      return usages;
    };
    const version = await runs(['--version']);
    const lockfile = await runs(['check', 'lock', '-q', ...ANY_AGE]);
    const sbom = await runs(['check', 'sbom', '-q', ...ANY_AGE], Math.min(rounds, 3));
    const monorepo = await runs(['check', 'monorepo', '-q', ...ANY_AGE], 1);
    note('command-line: the same packages looked up by osv-offline-db (minutes)');
    const peerFolder = join(folder, 'peer');
    await writePeerFolder(peerFolder, madeUpRecords(MADE_UP));
    const questions = peerQuestions(purls, Math.ceil(PACKAGES / 50));
    const peerStart = performance.now();
    const peer = await runPeer(peerFolder, questions, PEER_TIMEOUT_MS);
    const peerMs = performance.now() - peerStart;
    return {
      title: `The command line from a cold start on ${figure(MADE_UP)} made-up advisories (medians of ${rounds} runs)`,
      rows: [
        wallRow('--version', version),
        wallRow(`lockfile of ${figure(PACKAGES)} packages`, lockfile),
        cpuRow(`lockfile of ${figure(PACKAGES)} packages`, lockfile),
        memoryRow(`lockfile of ${figure(PACKAGES)} packages`, lockfile),
        peerRow(lockfile, peerMs, peer.maxRssKib),
        wallRow('SBOM of 10 MB', sbom),
        cpuRow('SBOM of 10 MB', sbom),
        memoryRow('SBOM of 10 MB', sbom),
        wallRow(`${figure(MONOREPO_FILES)} lockfiles`, monorepo),
        memoryRow(`${figure(MONOREPO_FILES)} lockfiles`, monorepo),
      ],
    };
  });
}

/** Publishes snapshots, packs the command line, and has it take them in. */
async function install(folder: string): Promise<Installed> {
  const bucket = join(folder, 'bucket');
  writeBucket(bucket, MADE_UP);
  const server = await serveFolder(bucket);
  const dataDir = join(folder, 'published');
  await runIngest(['--starter'], { DATA_DIR: dataDir });
  await runIngest(['--once', 'osv'], { DATA_DIR: dataDir, OSV_UPSTREAM_URL: server.url });
  await server.close();
  const { program } = await packCommandLine(ROOT, join(folder, 'package'));
  const installed: Installed = { program, env: { STACKCHECK_DATA: join(folder, 'cache'), HOME: folder } };
  const store = openSnapshotReader(join(dataDir, 'snapshots.db'));
  for (const id of ['eol', 'kev'] as const) {
    const manifest = store.list(id)[0]!;
    const { content } = store.find(id, manifest.snapshot_id)!;
    const text = Buffer.from(content).toString('utf8');
    writeFileSync(join(folder, `${id}.json`), `{"data":{"manifest":${JSON.stringify(manifest)},"snapshot":${text}}}`);
  }
  writeFileSync(join(folder, 'osv-manifest.json'), JSON.stringify(store.list('osv')[0]));
  store.close();
  const pack = newestPack(join(dataDir, 'osv'));
  const keys = ['--keys', join(dataDir, 'keys', 'dataset-jwks.json')];
  await run(installed, folder, ['data', 'import', 'eol.json', 'kev.json', ...keys]);
  await run(installed, folder, ['data', 'import', pack, '--manifest', 'osv-manifest.json']);
  return installed;
}

/** That of the made-up records is the largest. */
function newestPack(folder: string): string {
  const packs = readdirSync(folder)
    .filter((name) => name.endsWith('.pack'))
    .map((name) => join(folder, name));
  const sizes = packs.map((file) => readFileSync(file).length);
  return packs[sizes.indexOf(Math.max(...sizes))]!;
}

function writeInputs(folder: string, purls: readonly string[]): void {
  const component = (purl: string) => ({ type: 'library', name: 'x', version: '1', purl });
  const bom = (components: readonly object[]): string =>
    JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components });
  for (const name of ['lock', 'sbom', 'monorepo']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'lock', 'package-lock.json'), lockOf(purls));
  const one = JSON.stringify(component(purls[0]!)).length + 400;
  const many = syntheticPurls(Math.floor(SBOM_BYTES / one)).map((purl) => ({
    ...component(purl),
    description: 'd'.repeat(400),
  }));
  writeFileSync(join(folder, 'sbom', 'bom.json'), bom(many));
  for (let file = 0; file < MONOREPO_FILES; file += 1) {
    const at = join(folder, 'monorepo', `package-${file}`);
    mkdirSync(at);
    const few = Array.from({ length: 20 }, (_, index) => purls[(file * 7 + index * 13) % purls.length]!);
    writeFileSync(join(at, 'package-lock.json'), lockOf(few));
  }
}

/** A lockfile of npm with these packages, whatever their type: their number and names are what counts. */
function lockOf(purls: readonly string[]): string {
  const packages = Object.fromEntries(
    purls.map((purl, index) => {
      const [, name = 'x', version = '1.0.0'] = /\/([^/@]+)@(.+)$/.exec(purl) ?? [];
      return [`node_modules/${name}-of-${index % 3 === 0 ? index : 0}/node_modules/${name}`, { version }];
    }),
  );
  return JSON.stringify({ name: 'bench', lockfileVersion: 3, packages: { '': {}, ...packages } }, null, 2);
}

/** Runs the program to its end, whatever the verdict. */
async function run({ program, env }: Installed, cwd: string, args: readonly string[]): Promise<Usage> {
  const usageFile = join(cwd, 'usage.json');
  const preload = join(__dirname, '..', 'children', 'report-usage.js');
  const options = { cwd, env: { PATH: process.env['PATH'], ...env, USAGE_FILE: usageFile }, timeout: 300_000 };
  await new Promise<void>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--require', preload, program, ...args],
      options,
      (_fault, _out, stderr) =>
        [0, 1, 6].includes(child.exitCode ?? -1)
          ? resolve()
          : reject(new Error(`${args.join(' ')}: ${stderr.slice(-500)}`)),
    );
    endsWithUs(child);
  });
  return JSON.parse(readFileSync(usageFile, 'utf8')) as Usage;
}

function wallRow(what: string, usages: readonly Usage[]): Row {
  const values = usages.map(({ wallMs }) => wallMs);
  return {
    what: `${what}: whole run`,
    value: `${figure(median(values))} ms`,
    ratio: '',
    measured: { unit: 'ms', values },
  };
}

function cpuRow(what: string, usages: readonly Usage[]): Row {
  const values = usages.map(({ cpuMs }) => cpuMs);
  return {
    what: `${what}: processor`,
    value: `${figure(median(values))} ms`,
    ratio: '',
    measured: { unit: 'ms', values },
  };
}

function memoryRow(what: string, usages: readonly Usage[]): Row {
  const values = usages.map(({ maxRssKib }) => maxRssKib / 1024);
  const value = `${figure(median(values))} MiB`;
  return { what: `${what}: peak memory`, value, ratio: '', measured: { unit: 'MiB', values } };
}

function peerRow(usages: readonly Usage[], peerMs: number, peerKib: number): Row {
  const ours = median(usages.map(({ wallMs }) => wallMs));
  return {
    what: 'osv-offline-db: the same packages from a cold start',
    value: `${figure(peerMs)} ms, peak ${figure(peerKib / 1024)} MiB`,
    ratio: `${times(peerMs, ours)} ours`,
    measured: { unit: 'ms', values: [peerMs], ratios: [peerMs / ours] },
  };
}
