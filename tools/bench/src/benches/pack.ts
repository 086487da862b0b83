import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from '@stackcheck/datasets';
import { contentChunks } from '@stackcheck/datasets/osv';
import type { IndexFile } from '@stackcheck/datasets/snapshot';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import type { Held, PackAnswer, PackQuestion } from '../children/pack-check';
import type { Usage } from '../children/report-usage';
import { runIngest } from '../measure/ingest-program';
import { endsWithUs } from '../measure/own-children';
import { alternate, median } from '../measure/rounds';
import { withScratchFolder } from '../measure/scratch-folder';
import { serveFolder } from '../osv/folder-server';
import { syntheticPurls } from '../osv/synthetic-records';
import { writeBucket } from '../osv/write-bucket';
import { figure, times, type Report, type Row } from '../report/table';

const MADE_UP = 300_000;
/** As many as a large lockfile of npm has. */
const PACKAGES = 1_279;
const ROUNDS = 5;
const HELD: readonly Held[] = ['pack', 'SQLite', 'JSON'];

/** A published snapshot, as a worker leaves it and as a buyer has it. */
interface Bought {
  readonly dataDir: string;
  readonly manifest: string;
  readonly keys: string;
  readonly index: IndexFile;
  readonly packFile: string;
  readonly jsonFile: string;
}

/**
 * Package advisories as a pack, against the same as an index file of SQLite and as JSON, on 300,000 made-up records: writing it, its
 * size, and the packages of a large lockfile judged from a cold process, the snapshot verified first as by a buyer.
 */
export async function benchPack({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  return withScratchFolder('pack', async (folder) => {
    const bucket = join(folder, 'bucket');
    writeBucket(bucket, MADE_UP);
    const server = await serveFolder(bucket);
    const dataDir = join(folder, 'data');
    const published = await runIngest(['--once', 'osv'], { DATA_DIR: dataDir, OSV_UPSTREAM_URL: server.url });
    await server.close();
    const bought = await asBought(dataDir, folder);
    const written = await writePack(bought, join(folder, 'again.pack'));
    const purls = syntheticPurls(PACKAGES);
    const samples = await alternate(
      HELD.map((held) => ({ name: held, round: () => check(held, bought, purls, folder) })),
      rounds,
    );
    const answers = new Map([...samples].map(([name, all]) => [name as Held, all]));
    requireSame([...answers.values()].flat());
    return {
      title: `Package advisories as a pack: ${figure(MADE_UP)} made-up records, ${figure(PACKAGES)} packages from a cold process, verified (medians of ${rounds} alternating rounds)`,
      rows: [
        ...writingRows(published, written),
        ...sizeRows(bought),
        ...HELD.flatMap((held) => checkRows(held, answers)),
      ],
    };
  });
}

async function asBought(dataDir: string, folder: string): Promise<Bought> {
  const names = readdirSync(join(dataDir, 'osv'));
  const [db = '', pack = ''] = ['.db', '.pack'].map((end) => names.find((name) => name.endsWith(end)));
  const index = { sha256: db.replace('.db', ''), bytes: statSync(join(dataDir, 'osv', db)).size };
  const store = openSnapshotReader(join(dataDir, 'snapshots.db'));
  const manifest: Manifest = store.list('osv')[0]!;
  store.close();
  const reader = await openAdvisoryFiles(join(dataDir, 'osv')).open(index);
  const jsonFile = join(folder, 'snapshot.json');
  const file = openSync(jsonFile, 'w');
  writeSync(file, `{"data":{"manifest":${JSON.stringify(manifest)},"snapshot":`);
  for (const chunk of contentChunks(reader)) writeSync(file, chunk);
  writeSync(file, '}}');
  closeSync(file);
  reader.close();
  return {
    dataDir,
    manifest: JSON.stringify(manifest),
    keys: readFileSync(join(dataDir, 'keys', 'dataset-jwks.json'), 'utf8'),
    index,
    packFile: join(dataDir, 'osv', pack),
    jsonFile,
  };
}

async function writePack({ dataDir, index }: Bought, to: string): Promise<Usage> {
  const usageFile = `${to}.usage`;
  await run('pack-write', ['--require', join(__dirname, '..', 'children', 'report-usage.js')], {
    ...{ INDEX_FOLDER: join(dataDir, 'osv'), INDEX_SHA256: index.sha256, INDEX_BYTES: String(index.bytes) },
    ...{ PACK_FILE: to, USAGE_FILE: usageFile },
  });
  return JSON.parse(readFileSync(usageFile, 'utf8')) as Usage;
}

async function check(held: Held, bought: Bought, purls: readonly string[], folder: string): Promise<PackAnswer> {
  const { dataDir, index, manifest, keys, packFile, jsonFile } = bought;
  const path = held === 'pack' ? packFile : jsonFile;
  const question: PackQuestion = { held, path, folder: join(dataDir, 'osv'), file: index, manifest, keys, purls };
  const file = join(folder, 'question.json');
  writeFileSync(file, JSON.stringify(question));
  return JSON.parse(await run('pack-check', ['--max-old-space-size=4096'], { QUESTION_FILE: file })) as PackAnswer;
}

/** Runs a program of ours and gives what it printed. */
function run(child: string, flags: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const program = join(__dirname, '..', 'children', `${child}.js`);
  const options = { env: { PATH: process.env['PATH'], ...env }, timeout: 300_000 };
  return new Promise((resolve, reject) => {
    endsWithUs(
      execFile(process.execPath, [...flags, program], options, (fault, stdout, stderr) =>
        fault ? reject(new Error(stderr.slice(-500) || fault.message)) : resolve(stdout),
      ),
    );
  });
}

/** @throws Error when they disagree, or know nothing */
function requireSame(answers: readonly PackAnswer[]): void {
  const judged = new Set(answers.map(({ vulnerable, unlisted }) => `${vulnerable} ${unlisted}`));
  if (judged.size !== 1) throw new Error(`the same packages are judged otherwise: ${[...judged].join(', ')}`);
  if (answers[0]?.vulnerable === 0) throw new Error('nothing was vulnerable: the measurement would mean nothing');
}

function writingRows(published: Usage, written: Usage): readonly Row[] {
  return [
    {
      what: 'pack: written',
      value: `${figure(written.wallMs)} ms, ${figure(written.cpuMs)} ms processor, peak ${figure(written.maxRssKib / 1024)} MiB`,
      ratio: `${times(written.cpuMs, published.cpuMs)} of a publication, which has it in its ${figure(published.cpuMs)} ms and peak ${figure(published.maxRssKib / 1024)} MiB`,
      measured: { unit: 'ms', values: [written.wallMs] },
    },
  ];
}

function sizeRows({ packFile, jsonFile, index }: Bought): readonly Row[] {
  const [pack, json] = [packFile, jsonFile].map((path) => statSync(path).size) as [number, number];
  const gzipped = gzipSync(readFileSync(jsonFile)).length;
  const mb = (bytes: number): string => `${figure(bytes / 1e6)} MB`;
  return [
    {
      what: 'pack: size',
      value: mb(pack),
      ratio: `SQLite ${mb(index.bytes)} (${times(index.bytes, pack)}), JSON ${mb(json)} (${times(json, pack)}), gzip of it ${mb(gzipped)}`,
      measured: { unit: 'bytes', values: [pack] },
    },
  ];
}

function checkRows(held: Held, answers: ReadonlyMap<Held, readonly PackAnswer[]>): readonly Row[] {
  const valuesOf = (of: Held, value: (answer: PackAnswer) => number): number[] => (answers.get(of) ?? []).map(value);
  const row = (what: string, unit: string, value: (answer: PackAnswer) => number): Row => {
    const values = valuesOf(held, value);
    const against = valuesOf('pack', value);
    return {
      what: `${held}: ${what}`,
      value: `${figure(median(values))} ${unit}`,
      ratio: held === 'pack' ? '' : `${times(median(values), median(against))} the pack`,
      measured: { unit, values, ratios: values.map((one, n) => one / (against[n] as number)) },
    };
  };
  return [
    row('opened and verified', 'ms', ({ openMs }) => openMs),
    row('whole run', 'ms', ({ wallMs }) => wallMs),
    row('processor', 'ms', ({ cpuMs }) => cpuMs),
    row('peak memory', 'MiB', ({ maxRssKib }) => maxRssKib / 1024),
  ];
}
