import { readFileSync } from 'node:fs';
import type { ChildServer } from '../measure/child-server';
import { feedFile } from '../measure/corpora';
import { serveBytes } from '../measure/feed-server';
import { runIngest, withDataDir } from '../measure/ingest-program';
import { payAll, signPayments } from '../measure/paid-load';
import { withPaidServers } from '../measure/paid-servers';
import { rawLoad } from '../measure/raw-load';
import { median } from '../measure/rounds';
import { figure, type Report, type Row } from '../report/table';

const PATH = '/v1/eol/nodejs';
const ROUNDS = 5;
const PAYMENTS = 400;
const BUYERS = 2;
/** Longer than an ingest and two polls of the API take. */
const SECONDS = 12;
const SAMPLE_MS = 50;

/**
 * New snapshots of the whole feed under load: unpaid calls and buyers all the while, an ingest in a process of its own, and the
 * swap. Told are failed requests, the longest stall of the API's event loop and its memory; and the stall in rounds in which
 * the same ingest fills another folder, since a machine that is busy with it delays the API, too.
 */
export async function benchSwap({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  const feed = feedFile();
  if (feed === undefined) throw new Error('the whole feed (products-full.json) is not present here');
  return withPaidServers(async ({ dataDir, startApi }) =>
    withDataDir(async (elsewhere) => {
      const upstream = await serveBytes(changing(readFileSync(feed, 'utf8')));
      try {
        const api = await startApi();
        const ingest = (folder: string): Promise<unknown> =>
          runIngest(['--once', 'eol'], { DATA_DIR: folder, EOL_UPSTREAM_URL: upstream.url });
        await underLoad(api, () => ingest(elsewhere));
        const swaps: Sample[] = [];
        const controls: Sample[] = [];
        for (let round = 0; round < rounds; round++) {
          const before = await snapshotId(api);
          swaps.push(await underLoad(api, () => ingest(dataDir)));
          if ((await snapshotId(api)) === before) throw new Error('the API did not take the new snapshot up');
          controls.push(await underLoad(api, () => ingest(elsewhere)));
        }
        return report(swaps, controls, rounds);
      } finally {
        await upstream.close();
      }
    }),
  );
}

interface Sample {
  readonly stallMs: number;
  readonly requests: number;
  readonly rssBefore: number;
  readonly rssPeak: number;
  readonly rssAfter: number;
}

/** Throws when any request fails. */
async function underLoad(api: ChildServer, meanwhile: () => Promise<unknown>): Promise<Sample> {
  const call = { url: api.url + PATH };
  const payments = await signPayments(call, PAYMENTS);
  await api.state();
  const rssBefore = api.rssMib() ?? NaN;
  let rssPeak = rssBefore;
  const sampling = setInterval(() => (rssPeak = Math.max(rssPeak, api.rssMib() ?? NaN)), SAMPLE_MS);
  const [{ requests }] = await Promise.all([
    rawLoad(call.url, 402, SECONDS),
    payAll(call, payments, BUYERS),
    meanwhile(),
  ]);
  clearInterval(sampling);
  const { stallMs } = await api.state();
  return { stallMs, requests: requests + PAYMENTS, rssBefore, rssPeak, rssAfter: api.rssMib() ?? NaN };
}

async function snapshotId(api: ChildServer): Promise<string> {
  const answer = (await (await fetch(`${api.url}/v1/eol/manifest`)).json()) as {
    readonly data: { readonly manifest: { readonly snapshot_id: string } };
  };
  return answer.data.manifest.snapshot_id;
}

/** The feed with another label at each request, so that each ingest publishes. */
function changing(text: string): () => Uint8Array {
  let asked = 0;
  return () =>
    Buffer.from(text.replace('"label": "', `"label": "${++asked} `).replace('"label":"', `"label":"${asked} `));
}

function report(swaps: readonly Sample[], controls: readonly Sample[], rounds: number): Report {
  const row = (what: string, of: readonly Sample[], unit: string, pick: (sample: Sample) => number): Row => {
    const values = of.map(pick);
    const spread = `${figure(Math.min(...values))} to ${figure(Math.max(...values))}`;
    return { what, value: `${figure(median(values))} ${unit} (${spread})`, ratio: '', measured: { unit, values } };
  };
  return {
    title: `Snapshot swap under load (whole feed; median and spread of ${rounds} rounds of ${SECONDS} s each)`,
    rows: [
      { what: 'failed requests', value: '0', ratio: '', measured: { unit: '', values: [0] } },
      row('requests in a round', swaps, '', ({ requests }) => requests),
      row('longest stall, with a swap', swaps, 'ms', ({ stallMs }) => stallMs),
      row('longest stall, the same ingest into another folder', controls, 'ms', ({ stallMs }) => stallMs),
      row('memory before', swaps, 'MiB', ({ rssBefore }) => rssBefore),
      row('memory at most', swaps, 'MiB', ({ rssPeak }) => rssPeak),
      row('memory after', swaps, 'MiB', ({ rssAfter }) => rssAfter),
    ],
  };
}
