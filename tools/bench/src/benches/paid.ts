import { startChildServer, type ChildServer } from '../measure/child-server';
import { feedFile } from '../measure/corpora';
import { serveFile } from '../measure/feed-server';
import { runIngest, withDataDir } from '../measure/ingest-program';
import { payAll, payOnce, signPayments } from '../measure/paid-load';
import { alternate, median } from '../measure/rounds';
import { figure, table, times, type Row } from '../report/table';

const PATH = '/v1/eol/nodejs';
const PAY_TO = '0x000000000000000000000000000000000000dEaD';
const ROUNDS = 3;
/** Buyers at once, and how many payments one round of them makes. */
const LOADS: readonly (readonly [number, number])[] = [
  [1, 200],
  [10, 600],
  [50, 1_000],
];

interface Sample {
  readonly rate: number;
  /** Processor time of the server per paid call, in microseconds. */
  readonly cpuUs: number | undefined;
}

/**
 * Paid calls per second of the API, which puts each of them on disk twice, against `@x402/express`, which stores nothing, with
 * the same facilitator: one of its own process that finds everything good at once.
 */
export async function benchPaid(): Promise<string> {
  return withDataDir(async (dataDir) => {
    await ingestFeed(dataDir);
    const servers: ChildServer[] = [];
    const started = async (name: string, env: Record<string, string>): Promise<ChildServer> => {
      const server = await startChildServer(name, env);
      servers.push(server);
      return server;
    };
    try {
      const facilitator = await started('facilitator', {});
      const shared = { FACILITATOR_URL: facilitator.url, PAY_TO };
      const api = await started('api', { ...shared, ...apiEnvironment(dataDir) });
      const answer = await payOnce(api.url + PATH);
      const official = await started('x402-express-paid', { ...shared, PRICE_USD: '0.001', ANSWER: answer });
      const contenders = [
        { name: 'stackcheck API, durable', server: api },
        { name: '@x402/express, stores nothing', server: official },
      ];
      for (const { server } of contenders) await measure(server, 10, 300);
      const rows: Row[] = [];
      for (const [buyers, payments] of LOADS) {
        const samples = await alternate(
          contenders.map(({ name, server }) => ({ name, round: () => measure(server, buyers, payments) })),
          ROUNDS,
        );
        rows.push(...rowsOf(samples, buyers));
      }
      return table(`Paid calls (GET ${PATH}; same facilitator; median of ${ROUNDS} alternating rounds)`, rows);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });
}

/** Starter data is not sold for real payments. */
async function ingestFeed(dataDir: string): Promise<void> {
  const feed = feedFile();
  if (feed === undefined) throw new Error('the whole feed (products-full.json) is not present here');
  const server = await serveFile(feed);
  try {
    await runIngest(['--once', 'eol'], { DATA_DIR: dataDir, EOL_UPSTREAM_URL: server.url });
  } finally {
    await server.close();
  }
}

function apiEnvironment(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_BASE_URL: 'http://127.0.0.1:8402',
    PAYMENTS_MODE: 'facilitator',
    NETWORK: 'eip155:84532',
    LOG_LEVEL: 'error',
    // What else runs on the machine must not make the API shed load.
    EVENT_LOOP_LAG_MAX_MS: '10000',
  };
}

async function measure(server: ChildServer, buyers: number, count: number): Promise<Sample> {
  const payments = await signPayments(server.url + PATH, count);
  const before = server.cpuMs();
  const rate = await payAll(server.url + PATH, payments, buyers);
  const after = server.cpuMs();
  return { rate, cpuUs: before === undefined || after === undefined ? undefined : ((after - before) * 1_000) / count };
}

function rowsOf(samples: ReadonlyMap<string, readonly Sample[]>, buyers: number): readonly Row[] {
  const medians = [...samples].map(([name, rounds]) => {
    const cpu = rounds.map(({ cpuUs }) => cpuUs).filter((value) => value !== undefined);
    return { name, rate: median(rounds.map(({ rate }) => rate)), cpu: cpu.length > 0 ? median(cpu) : undefined };
  });
  const [ours] = medians;
  return medians.map(({ name, rate, cpu }) => ({
    what: `${buyers} at once, ${name}`,
    value: `${figure(rate)}/s${cpu === undefined ? '' : `, ${figure(cpu)} µs processor time each`}`,
    ratio: name === ours?.name ? '' : `API = ${times(ours!.rate, rate)}`,
  }));
}
