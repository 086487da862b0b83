import type { FixedAnswer } from '../children/plain-express';
import { startChildServer, type ChildServer } from '../measure/child-server';
import { rawLoad } from '../measure/raw-load';
import { runIngest, withDataDir } from '../measure/ingest-program';
import { alternate } from '../measure/rounds';
import { compare, type Contest } from '../report/compare';
import type { Report } from '../report/table';

const PATH = '/v1/eol/nodejs';
const ROUNDS = 5;
const SECONDS = 2;
const WARM_UP_SECONDS = 2;

/** What one round of load says about a server; `cpuUs` is its processor time per request in microseconds. */
interface Sample {
  readonly rate: number;
  readonly cpuUs: number | undefined;
}

/**
 * Unpaid 402s per second of the API, in a process of its own with the starter dataset, against bare `node:http` and bare
 * Express 5 handlers that send the same bytes and against `@x402/express` with the same price. The generator shares the machine, so processor time
 * per request is given with the rate: it does not depend on how fast the generator is.
 */
export async function benchOffers({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  return withDataDir(async (dataDir) => {
    await runIngest(['--starter'], { DATA_DIR: dataDir });
    const servers: ChildServer[] = [];
    const started = async (name: string, env: Record<string, string>) => {
      const server = await startChildServer(name, env);
      servers.push(server);
      return server;
    };
    try {
      const api = await started('api', apiEnvironment(dataDir));
      const ours = await fixedAnswer(api.url);
      const plain = await started('plain-express', { ANSWER: JSON.stringify(ours.answer) });
      const bare = await started('plain-http', { ANSWER: JSON.stringify(ours.answer) });
      const official = await started('x402-express', { PRICE_USD: '0.001', PAY_TO: ours.payTo });
      await sameBytes(plain.url, ours.answer);
      await sameBytes(bare.url, ours.answer);

      const contenders = [
        { name: 'stackcheck API', server: api },
        { name: 'bare node:http, same bytes', server: bare },
        { name: 'bare Express 5, same bytes', server: plain },
        { name: '@x402/express, same price', server: official },
      ];
      for (const { server } of contenders) await rawLoad(server.url + PATH, 402, WARM_UP_SECONDS);
      const samples = await alternate(
        contenders.map(({ name, server }) => ({ name, round: () => measure(server) })),
        rounds,
      );
      return report(samples, rounds);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  });
}

function apiEnvironment(dataDir: string): Record<string, string> {
  // The base URL is what offers name; where the process listens is another matter, and port 0 lets the system choose.
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_BASE_URL: 'http://127.0.0.1:8402',
    PAYMENTS_MODE: 'sandbox',
    LOG_LEVEL: 'error',
  };
}

/** The API's 402 as a fixed answer, and whom it wants paid. */
async function fixedAnswer(url: string): Promise<{ readonly answer: FixedAnswer; readonly payTo: string }> {
  const response = await fetch(url + PATH);
  const body = Buffer.from(await response.arrayBuffer());
  if (response.status !== 402)
    throw new Error(`the API answered ${response.status}: ${body.toString('utf8').slice(0, 300)}`);
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  );
  const { accepts } = JSON.parse(body.toString('utf8')) as { accepts: readonly { payTo: string }[] };
  return {
    answer: { path: PATH, status: 402, headers, body: body.toString('base64') },
    payTo: accepts[0]?.payTo ?? '',
  };
}

async function sameBytes(url: string, answer: FixedAnswer): Promise<void> {
  const response = await fetch(url + PATH);
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const offer = response.headers.get('payment-required');
  if (body !== answer.body || offer !== answer.headers['payment-required']) {
    throw new Error('the bare handler does not send the same bytes');
  }
}

async function measure(server: ChildServer): Promise<Sample> {
  const before = server.cpuMs();
  const { requestsPerSecond, requests } = await rawLoad(server.url + PATH, 402, SECONDS);
  const after = server.cpuMs();
  const cpuUs = before === undefined || after === undefined ? undefined : ((after - before) * 1000) / requests;
  return { rate: requestsPerSecond, cpuUs };
}

function report(samples: ReadonlyMap<string, readonly Sample[]>, rounds: number): Report {
  const contests = (pick: (sample: Sample) => number): [Contest, ...Contest[]] => {
    const [ours, ...others] = [...samples].map(([name, of]) => ({ name, values: of.map(pick) }));
    return [ours!, ...others];
  };
  const cpu = contests(({ cpuUs }) => cpuUs ?? NaN).map(({ name, values }) => ({
    name: `processor time, ${name}`,
    values,
  })) as [Contest, ...Contest[]];
  return {
    title: `Unpaid 402s (GET ${PATH}; each server a process of its own; median and spread of ${rounds} alternating rounds of ${SECONDS} s)`,
    rows: [
      ...compare(
        contests(({ rate }) => rate),
        { unit: '402/s' },
      ),
      ...(Number.isNaN(cpu[0].values[0]) ? [] : compare(cpu, { unit: 'µs per 402', isCost: true })),
    ],
  };
}
