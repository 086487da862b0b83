import { createServer, type AddressInfo } from 'node:net';
import { ingestAll } from '../measure/feeds';
import { withDataDir } from '../measure/ingest-program';
import { startChildServer, type ChildServer } from '../measure/child-server';
import { mixedLoad, type Exchange, type Statuses } from '../measure/mixed-load';
import { memoryRows, type Sample } from '../memory/memory-rows';
import { askOffers, paidTraffic } from '../memory/paid-traffic';
import { refusedClients, unpaidTraffic } from '../memory/unpaid-traffic';
import { figure, type Report, type Row } from '../report/table';

const ROUNDS = 10;
/** In each round. */
const UNPAID = 100_000;
const PAID = 5_000;
/** The compiler is busy for some ten thousand calls. */
const WARM_UP_ROUNDS = 3;
const CONNECTIONS = 20;
/** Fills what is remembered of clients who sent bad payments, at most 100,000 of them. */
const REFUSED_CLIENTS = 130_000;
/** Longer than a lazy write to the ledger waits. */
const SETTLE_MS = 500;

const SERVICE = {
  PORT: '0',
  PUBLIC_BASE_URL: 'http://127.0.0.1:8402',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '1',
  // What else runs on the machine must not make the API shed load.
  EVENT_LOOP_LAG_MAX_MS: '0',
};

/**
 * Whether the API holds more and more: ten rounds of 100,000 unpaid requests and, in another process, ten of 5,000 paid ones,
 * each of many kinds, and after each round what is held once rubbish is collected and no client is connected. Before the first
 * round stand some that are thrown away, and requests that fill the tables whose size is bounded by design.
 * `BENCH_MEMORY_SHARE` makes the rounds shorter, e.g. 0.1.
 */
export async function benchMemory({ rounds: asked = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  // One point says nothing about growth.
  const rounds = Math.max(2, asked);
  const share = Number(process.env['BENCH_MEMORY_SHARE'] ?? 1);
  const [unpaid, paid] = [UNPAID * share, PAID * share];
  return withDataDir(async (dataDir) => {
    await ingestAll(dataDir);
    const rows = [...(await unpaidRounds(dataDir, rounds, unpaid)), ...(await paidRounds(dataDir, rounds, paid))];
    const title = `Memory of the API, rubbish collected (${rounds} rounds of ${unpaid} unpaid and ${paid} paid requests)`;
    return { title, rows };
  });
}

async function unpaidRounds(dataDir: string, rounds: number, count: number): Promise<readonly Row[]> {
  const env = { ...SERVICE, DATA_DIR: dataDir, PAYMENTS_MODE: 'sandbox', L402: 'sandbox' };
  const api = await startChildServer('api', env);
  try {
    await send(api, refusedClients(REFUSED_CLIENTS));
    return memoryRows(
      loadOf('unpaid', rounds * count),
      await sampled(api, rounds, count, (round) => unpaidTraffic(count, round)),
    );
  } finally {
    await api.close();
  }
}

const loadOf = (what: string, requests: number): string => `${what} (${figure(requests)} requests)`;

async function paidRounds(dataDir: string, rounds: number, count: number): Promise<readonly Row[]> {
  const facilitator = await startChildServer('facilitator', {});
  let api: ChildServer | undefined;
  try {
    const payments = {
      PAYMENTS_MODE: 'facilitator',
      NETWORK: 'eip155:84532',
      FACILITATOR_URL: facilitator.url,
      PAY_TO: '0x000000000000000000000000000000000000dEaD',
      METRICS_PORT: String(await freePort()),
    };
    api = await startChildServer('api', { ...SERVICE, DATA_DIR: dataDir, ...payments });
    await send(api, refusedClients(REFUSED_CLIENTS));
    const offers = await askOffers(api.url);
    const samples = await sampled(api, rounds, count, (round) => paidTraffic(offers, count, round));
    return memoryRows(loadOf('paid', rounds * count), samples);
  } finally {
    await api?.close();
    await facilitator.close();
  }
}

/** Some rounds that are thrown away, and then so many, each with what is held after it. */
async function sampled(
  api: ChildServer,
  rounds: number,
  count: number,
  traffic: (round: number) => Iterator<Exchange, undefined>,
): Promise<readonly Sample[]> {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await send(api, traffic(-round));
  const samples: Sample[] = [];
  for (let round = 1; round <= rounds; round++) {
    const statuses = await send(api, traffic(round));
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    samples.push({ requests: round * count, statuses, memory: await api.memory() });
  }
  return samples;
}

/** @throws Error when the API owns up to a fault of its own */
async function send(api: ChildServer, traffic: Iterator<Exchange, undefined>): Promise<Statuses> {
  const statuses = await mixedLoad(api.url, () => traffic.next().value, CONNECTIONS);
  if (statuses.has(500)) throw new Error(`${statuses.get(500)} requests were answered 500`);
  return statuses;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
