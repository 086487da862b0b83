import { startSmallUpstream } from '@stackcheck/ingest/testing';
import { freePort, startApp } from '../processes/built-app';
import { clockOff, waitsShorter } from '../processes/other-clock';
import { Scratch } from '../service/scratch';
import { Recorder, valueOf, type Scrape } from './recorder';
import type { RecordedTest } from './rule-tests';
import { openShop } from './shop';

const SOLD = ['eol', 'kev', 'epss', 'osv', 'models'];
const FETCHED = [...SOLD, 'sanctions'];
const each = (datasets: readonly string[]) => datasets.map((dataset) => ({ dataset }));

/** Of a shop whose ingest worker published everything four days ago, and then ended. */
export async function dataOfBefore(): Promise<RecordedTest> {
  const scratch = new Scratch();
  try {
    const shop = scratch.keep(await openShop({ ingestEnv: clockOff(scratch.folder(), -96) }));
    await shop.ingest.close();
    const fires = { StackcheckDatasetOld: each(FETCHED), StackcheckDatasetNotSold: each(SOLD) };
    return { what: 'data of four days ago', scrapes: await shop.recorder.record(12), minutes: 4, fires };
  } finally {
    await scratch.clear();
  }
}

/** Hours of the worker's, each of which passes in half of a second. */
const HOURS = 7;

/** Of an ingest worker whose sources are all down: a scrape for each hour after which it tries again. */
export async function sourcesDown(): Promise<RecordedTest> {
  const scratch = new Scratch();
  try {
    const port = await freePort();
    const upstream = await startSmallUpstream();
    await upstream.close();
    const env = { DATA_DIR: scratch.folder(), INGEST_METRICS_PORT: String(port), ...upstream.env };
    scratch.keep(startApp('ingest', [], { ...env, ...waitsShorter(scratch.folder(), 7_200) }));
    const url = `http://127.0.0.1:${port}/metrics`;
    const recorder = new Recorder([{ job: 'stackcheck-ingest', instance: 'ingest', url }]);
    const scrapes: Scrape[] = [];
    const failed = (scrape: Scrape, dataset: string): number =>
      valueOf(scrape, 'stackcheck_ingest_refreshes_total', `dataset="${dataset}"`, 'outcome="failed"') ?? 0;
    while (scrapes.length < HOURS) {
      const atLeast = scrapes.length + 1;
      scrapes.push(await recorder.until((scrape) => FETCHED.every((dataset) => failed(scrape, dataset) >= atLeast)));
    }
    return { what: 'all sources are down', scrapes, minutes: 60, fires: { StackcheckIngestFailing: each(FETCHED) } };
  } finally {
    await scratch.clear();
  }
}
