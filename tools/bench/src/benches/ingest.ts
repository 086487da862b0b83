import { join } from 'node:path';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import type { Usage } from '../children/report-usage';
import { sealingRows } from '../ingest/sealing';
import { presentFeeds, refreshScores, whileServed, type Feed } from '../measure/feeds';
import { runIngest, withDataDir } from '../measure/ingest-program';
import { alternate, median } from '../measure/rounds';
import { spreadOf } from '../report/compare';
import { figure, times, type Report, type Row } from '../report/table';

const ROUNDS = 3;

/** The program publishing nothing but what is embedded in it. */
const STARTER = 'starter selections';

/** Scores on top of those of the day before, with which they are compared. */
const NEXT_DAY = 'made-up scores of the next day';

/** One whole run of the worker. */
interface Run extends Usage {
  readonly records: number;
}

/**
 * One whole ingest of each feed (fetch over loopback, normalise, guard, sign, publish) into an empty data folder, as a process
 * of its own: records per second, processor time and peak memory. Against the same program publishing nothing but the embedded
 * starters, which shows what starting Node and SQLite costs. Scores (EPSS) are refreshed with those of the next day, too. Feeds that are absent are left out. Then canonicalisation and
 * signing apart.
 */
export async function benchIngest({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  const feeds = presentFeeds();
  const scores = feeds.filter(({ dataset }) => dataset === 'epss');
  const runs = await alternate(
    [
      { name: STARTER, round: publishStarters },
      ...feeds.map((feed) => ({ name: feed.dataset, round: () => ingest(feed) })),
      ...scores.map((feed) => ({ name: NEXT_DAY, round: () => refresh(feed) })),
    ],
    rounds,
  );
  const starter = runs.get(STARTER)!;
  const rows = [
    { what: STARTER, value: costs(starter), ratio: '', measured: { unit: 'ms', values: starter.map(wallMs) } },
    ...feeds.flatMap((feed) => rowsOf(feed, runs.get(feed.dataset)!, starter)),
    ...scores.flatMap((feed) => rowsOf({ ...feed, source: NEXT_DAY }, runs.get(NEXT_DAY)!, starter)),
    ...(await sealingRows(rounds)),
  ];
  const absent = feeds.length === 0 ? '; no feed is present here' : '';
  return { title: `Ingest as a process of its own (median and spread of ${rounds} alternating rounds)${absent}`, rows };
}

function publishStarters(): Promise<Run> {
  return withDataDir(async (dataDir) => ({ ...(await runIngest(['--starter'], { DATA_DIR: dataDir })), records: 0 }));
}

function ingest(feed: Feed): Promise<Run> {
  const { dataset } = feed;
  return withDataDir(async (dataDir) => {
    const usage = await whileServed(feed, (env) => runIngest(['--once', dataset], { DATA_DIR: dataDir, ...env }));
    return { ...usage, records: recordsOf(dataDir, dataset, 1) };
  });
}

function refresh(feed: Feed): Promise<Run> {
  return withDataDir(async (dataDir) => {
    const usage = await refreshScores(feed, dataDir);
    return { ...usage, records: recordsOf(dataDir, feed.dataset, 2) };
  });
}

/** How many records the newest snapshot has. @throws Error when not so many snapshots were published */
function recordsOf(dataDir: string, dataset: Feed['dataset'], published: number): number {
  const reader = openSnapshotReader(join(dataDir, 'snapshots.db'));
  try {
    const snapshots = reader.list(dataset).filter(({ starter }) => !starter);
    if (snapshots.length !== published) throw new Error(`${dataset}: ${snapshots.length} snapshots were published`);
    return snapshots[0]!.record_count;
  } finally {
    reader.close();
  }
}

function rowsOf({ dataset, source }: Feed, runs: readonly Run[], starter: readonly Usage[]): readonly Row[] {
  const rates = runs.map(({ records, wallMs }) => (records * 1_000) / wallMs);
  const peaks = runs.map(({ maxRssKib }) => maxRssKib / 1_024);
  const what = `${dataset} (${source}, ${figure(runs[0]!.records)} records)`;
  return [
    {
      what: `${what}: records per second`,
      value: spreadOf(rates, '/s'),
      ratio: `${costs(runs)}; starters = time ${ratioOf(runs, starter, wallMs)}`,
      measured: { unit: '/s', values: rates },
    },
    {
      what: `${what}: peak memory`,
      value: spreadOf(peaks, 'MiB'),
      ratio: `starters = ${ratioOf(runs, starter, ({ maxRssKib }) => maxRssKib)}`,
      measured: { unit: 'MiB', values: peaks },
    },
  ];
}

const wallMs = (usage: Usage): number => usage.wallMs;

/** `1,234 ms, 567 ms processor`, medians. */
function costs(runs: readonly Usage[]): string {
  return `${figure(median(runs.map(wallMs)))} ms, ${figure(median(runs.map(({ cpuMs }) => cpuMs)))} ms processor`;
}

function ratioOf(runs: readonly Usage[], starter: readonly Usage[], pick: (usage: Usage) => number): string {
  return times(median(runs.map(pick)), median(starter.map(pick)));
}
