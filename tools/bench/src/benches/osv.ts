import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import type { PeerUsage } from '../children/osv-offline';
import type { Usage } from '../children/report-usage';
import { corpusFile } from '../measure/corpora';
import { runIngest, withDataDir } from '../measure/ingest-program';
import { median, percentile } from '../measure/rounds';
import { serveFolder } from '../osv/folder-server';
import { madeUpRecords, peerQuestions, recordsOfBucket, runPeer, writePeerFolder } from '../osv/peer';
import { timeBatches } from '../osv/question-time';
import { syntheticPurls } from '../osv/synthetic-records';
import { writeBucket } from '../osv/write-bucket';
import { figure, times, type Report, type Row } from '../report/table';

const MADE_UP = 300_000;
const BATCHES = 400;
/** The peer looks through all records for each package, so a few batches are enough. */
const PEER_BATCHES = 2;
const PEER_TIMEOUT_MS = 600_000;

/** One set of records to measure with. */
interface DataSet {
  readonly name: string;
  readonly bucket: string;
  readonly purls: readonly string[];
  readonly lines: () => Iterable<readonly [ecosystem: string, json: string]>;
}

interface Measured {
  readonly usage: Usage;
  readonly records: number;
  readonly indexBytes: number;
  readonly batchMs: readonly number[];
  readonly peer: PeerUsage | string;
}

/**
 * Package advisories: the whole import (fetch over loopback, unpack, read, index, hash, guard, sign, publish) as a process of
 * its own, and batches of fifty purls from the purls to the answer's JSON in this one; on the published dumps where they are
 * present, and on 300,000 made-up records in their proportions. Against `@renovatebot/osv-offline-db` on the same records:
 * its loading, and the same packages looked up without judging versions, which it leaves to its caller.
 */
export async function benchOsv(): Promise<Report> {
  const scratch = mkdtempSync(join(tmpdir(), 'stackcheck-osv-'));
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const rows: Row[] = [];
    for (const set of [...publishedDumps(), madeUp(scratch)])
      rows.push(...rowsOf(set.name, await measure(set, scratch)));
    return { title: 'Package advisories: import, and batches of 50 purls', rows };
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

function publishedDumps(): readonly DataSet[] {
  const answers = corpusFile('osv', 'osvdev_answers.jsonl');
  const bucket = corpusFile('..', 'data', 'osv', 'ecosystems.txt');
  if (answers === undefined || bucket === undefined) return [];
  const folder = join(bucket, '..');
  const asked = readFileSync(answers, 'utf8').trim().split('\n');
  const purls = asked.map((line) => (JSON.parse(line) as { purl: string }).purl);
  const many = Array.from({ length: BATCHES * 50 }, (_, n) => purls[(n * 7) % purls.length]!);
  return [{ name: 'published dumps', bucket: folder, purls: many, lines: () => recordsOfBucket(folder) }];
}

function madeUp(scratch: string): DataSet {
  const bucket = join(scratch, 'bucket');
  writeBucket(bucket, MADE_UP);
  return { name: 'made-up records', bucket, purls: syntheticPurls(BATCHES * 50), lines: () => madeUpRecords(MADE_UP) };
}

async function measure(set: DataSet, scratch: string): Promise<Measured> {
  const server = await serveFolder(set.bucket);
  try {
    return await withDataDir(async (dataDir) => {
      const usage = await runIngest(['--once', 'osv'], { DATA_DIR: dataDir, OSV_UPSTREAM_URL: server.url });
      const name = readdirSync(join(dataDir, 'osv')).find((file) => file.endsWith('.db')) ?? '';
      const indexBytes = statSync(join(dataDir, 'osv', name)).size;
      const files = openAdvisoryFiles(join(dataDir, 'osv'), { isMapped: true });
      const reader = await files.open({ sha256: name.replace('.db', ''), bytes: indexBytes });
      const batchMs = timeBatches(reader, set.purls);
      const { records } = reader.facts;
      reader.close();
      return { usage, records, indexBytes, batchMs, peer: await measurePeer(set, scratch) };
    });
  } finally {
    await server.close();
  }
}

async function measurePeer({ lines, purls }: DataSet, scratch: string): Promise<PeerUsage | string> {
  const folder = join(scratch, 'peer');
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  try {
    await writePeerFolder(folder, lines());
    return await runPeer(folder, peerQuestions(purls, PEER_BATCHES), PEER_TIMEOUT_MS);
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
}

function rowsOf(name: string, { usage, records, indexBytes, batchMs, peer }: Measured): readonly Row[] {
  const peerFound = typeof peer === 'string' ? undefined : peer;
  const [p50, p99] = [median(batchMs), percentile(batchMs, 99)];
  const rate = (records * 1000) / usage.wallMs;
  const peakMib = usage.maxRssKib / 1024;
  const importRatio =
    peerFound &&
    `osv-offline loads in ${figure(peerFound.loadMs)} ms, at every start; memory ${times(usage.maxRssKib, peerFound.maxRssKib)} its`;
  const batchRatio = peerFound && `osv-offline ${times(median(peerFound.batchMs), p50)} as long`;
  return [
    {
      what: `${name}: import of ${figure(records)}`,
      value: `${figure(rate)}/s, ${figure(usage.cpuMs)} ms processor`,
      ratio: importRatio ?? `osv-offline: ${String(peer)}`,
      measured: { unit: '/s', values: [rate] },
    },
    {
      what: `${name}: peak memory of the import`,
      value: `${figure(peakMib)} MiB`,
      ratio: '',
      measured: { unit: 'MiB', values: [peakMib] },
    },
    { what: `${name}: index`, value: `${figure(indexBytes / records)} bytes a record`, ratio: '' },
    {
      what: `${name}: 50 purls`,
      value: `p50 ${figure(p50)} ms, p99 ${figure(p99)} ms`,
      ratio: batchRatio ?? '',
      measured: { unit: 'ms (p50, p99)', values: [p50, p99] },
    },
  ];
}
