import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildServer } from '../measure/child-server';
import { payAtRate, signPayments } from '../measure/paid-load';
import { withPaidServers } from '../measure/paid-servers';
import { rawLoad } from '../measure/raw-load';
import { withScratchFolder } from '../measure/scratch-folder';
import { spreadOf } from '../report/compare';
import type { Report, Row } from '../report/table';
import { makeGenerations, type Generation } from '../swap/generations';

const PATH = '/v1/eol/nodejs';
const ROUNDS = 3;
/** A steady part of the load, so that there are buyers all the while. */
const BUYS_PER_SECOND = 100;
/** Longer than two polls of the API and a swap take. */
const SECONDS = 8;
const SAMPLE_MS = 50;
/** Without a swap: the first ones since the start, and the same again. */
const STILL_LOADS = 2;

/**
 * New snapshots of the end-of-life data, the exploited vulnerabilities, the models and the advisories at once, under load:
 * unpaid calls and buyers all the while. In each round an API starts and answers the same load twice without a swap: the first
 * requests since a start run code that was never run, in turns longer than any of a swap's, which would look like the load's.
 * Then it takes up two generations of all four, the first of them with code that never ran but at its start. The snapshots were
 * made before, so that no ingest takes the processor away.
 */
export async function benchSwap({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  return withScratchFolder('swap', (scratch) =>
    withPaidServers(async ({ startApi }) => {
      const stage = join(scratch, 'stage');
      const [, ...later] = await makeGenerations(stage, scratch, 3);
      const samples: (readonly Sample[])[] = [];
      for (let round = 0; round < rounds; round++) {
        const dataDir = join(scratch, `round-${round}`);
        cpSync(stage, dataDir, { recursive: true });
        const api = await startApi({ dataDir, env: { WATCH_TURNS: '1' } });
        const taken: Sample[] = [];
        for (let load = 0; load < STILL_LOADS; load++) taken.push(await underLoad(api, async () => undefined));
        for (const generation of later) taken.push(await underLoad(api, () => swap(api, generation, dataDir)));
        samples.push(taken);
        await api.close();
      }
      return report(samples, rounds);
    }),
  );
}

interface Sample {
  readonly turnMs: number;
  readonly stallMs: number;
  readonly requests: number;
  /** Payments that bought nothing; and unpaid or paid calls that broke off, at which their load ends. */
  readonly failed: number;
  readonly rssBefore: number;
  readonly rssPeak: number;
  readonly rssAfter: number;
}

async function underLoad(api: ChildServer, meanwhile: () => Promise<unknown>): Promise<Sample> {
  const call = { url: api.url + PATH };
  const payments = await signPayments(call, BUYS_PER_SECOND * SECONDS);
  await api.state();
  const rssBefore = api.rssMib() ?? NaN;
  let rssPeak = rssBefore;
  const sampling = setInterval(() => (rssPeak = Math.max(rssPeak, api.rssMib() ?? NaN)), SAMPLE_MS);
  const [asked, bought] = await Promise.all([
    settled(rawLoad(call.url, 402, SECONDS)),
    settled(payAtRate(call, payments, BUYS_PER_SECOND)),
    meanwhile(),
  ]).finally(() => clearInterval(sampling));
  const { stallMs, turnMs } = await api.state();
  const failed = Number(asked === undefined) + (bought?.refused ?? 1);
  const requests = (asked?.requests ?? 0) + (bought?.tookMs.length ?? 0);
  return { turnMs, stallMs, requests, failed, rssBefore, rssPeak, rssAfter: api.rssMib() ?? NaN };
}

/** What a load came to; undefined when a request of it failed, which is reported. */
async function settled<T>(load: Promise<T>): Promise<T | undefined> {
  try {
    return await load;
  } catch (fault) {
    process.stderr.write(`swap: ${fault instanceof Error ? fault.message : String(fault)}\n`);
    return undefined;
  }
}

/** @throws Error when the API has not taken all of it up before the load ends */
async function swap(api: ChildServer, { snapshots, publish }: Generation, dataDir: string): Promise<void> {
  publish(dataDir);
  const wanted = snapshots.map(({ manifest }) => manifest.snapshot_id).join();
  const endsAt = performance.now() + (SECONDS - 1) * 1_000;
  while (performance.now() < endsAt) {
    await sleep(500);
    const served = await Promise.all(snapshots.map(({ manifest }) => servedId(api, manifest.dataset)));
    if (served.join() === wanted) return;
  }
  throw new Error('the API did not take the new snapshots up in time');
}

async function servedId(api: ChildServer, dataset: string): Promise<string> {
  const answer = (await (await fetch(`${api.url}/v1/${dataset}/manifest`)).json()) as {
    readonly data: { readonly manifest: { readonly snapshot_id: string } };
  };
  return answer.data.manifest.snapshot_id;
}

function report(rounds: readonly (readonly Sample[])[], count: number): Report {
  const started = rounds.map(([first]) => first!);
  const still = rounds.map(([, second]) => second!);
  const cold = rounds.map(([, , third]) => third!);
  const warm = rounds.flatMap(([, , , ...others]) => others);
  const row = (what: string, of: readonly Sample[], unit: string, pick: (sample: Sample) => number): Row => {
    const values = of.map(pick);
    return { what, value: spreadOf(values, unit), ratio: '', measured: { unit, values } };
  };
  return {
    title: `Swap of four snapshots under load (median and spread of ${count} rounds of ${SECONDS} s each; turns in processor time of the event loop's thread)`,
    rows: [
      row('failed requests while swapping', [...cold, ...warm], '', ({ failed }) => failed),
      row('requests while swapping', [...cold, ...warm], '', ({ requests }) => requests),
      row('longest turn, first swap since the start', cold, 'ms', ({ turnMs }) => turnMs),
      row('longest turn, second swap', warm, 'ms', ({ turnMs }) => turnMs),
      row('longest turn, the same load without a swap', still, 'ms', ({ turnMs }) => turnMs),
      row('longest turn, first requests since the start', started, 'ms', ({ turnMs }) => turnMs),
      row('longest stall, with a swap', [...cold, ...warm], 'ms', ({ stallMs }) => stallMs),
      row('longest stall, the same load without a swap', still, 'ms', ({ stallMs }) => stallMs),
      row('longest stall, first requests since the start', started, 'ms', ({ stallMs }) => stallMs),
      row('memory before', cold, 'MiB', ({ rssBefore }) => rssBefore),
      row('memory at most', [...cold, ...warm], 'MiB', ({ rssPeak }) => rssPeak),
      row('memory after', warm, 'MiB', ({ rssAfter }) => rssAfter),
    ],
  };
}
