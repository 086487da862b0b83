import { generateKeyPem } from '@stackcheck/signing';
import { postgresPrograms, sharedLedger, startPostgres } from '@stackcheck/store-postgres/testing';
import type { ChildServer } from '../measure/child-server';
import { payAll, payAtRate, payOnce, signPayments, type PaidCall } from '../measure/paid-load';
import { withPaidServers, type PaidServers } from '../measure/paid-servers';
import { alternate, median, percentile } from '../measure/rounds';
import { compare, contestsOf } from '../report/compare';
import { figure, times, type Report, type Row } from '../report/table';

const ROUNDS = 5;
/** The compilers of both sides are done with their work after some thousand calls. */
const WARM_UP_CALLS = 3_000;
/** Buyers at once, and how many payments one round of them makes. */
const LOADS: readonly (readonly [number, number])[] = [
  [1, 300],
  [10, 800],
  [50, 1_200],
];
const BATCH_ITEMS = 50;
/** So many that what happens now and then (a collection, a copy of the log) happens several times. */
const STEADY_CALLS = 4_000;
const STEADY_SHARE = 0.8;
/** Where one process can no longer take more, several may. */
const WORKERS = 2;

interface Question {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
  readonly priceUsd: string;
}

const QUESTIONS: readonly Question[] = [
  { name: 'GET', path: '/v1/eol/nodejs', priceUsd: '0.001' },
  { name: `batch of ${BATCH_ITEMS}`, path: '/v1/eol/check', body: batch(), priceUsd: '0.01' },
];

/**
 * Paid calls per second of the API, which puts each of them on disk twice, against `@x402/express`, which stores nothing, with
 * the same facilitator, one that finds everything good at once. The peer's handler sends the answer of ours as it was
 * computed once; it reads the batch and looks nothing up. Then the times of single calls of both, each at a steady 80 % of the
 * highest rate that it reached just before and both at that rate of the peer, and at last, where a PostgreSQL is here, the API
 * as two workers over it. What load
 * generator and facilitator take of the shared cores is reported too.
 */
export async function benchPaid({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  return withPaidServers(async (servers) => {
    const api = await servers.startApi();
    const rows: Row[] = [];
    for (const question of QUESTIONS) {
      const answer = await payOnce(callOf(api, question));
      const official = await servers.start('x402-express-paid', { PRICE_USD: question.priceUsd, ANSWER: answer });
      const contenders = [
        { name: 'ours, durable', server: api },
        { name: '@x402/express, stores nothing', server: official },
      ];
      for (const { server } of contenders) await measure(server, question, 10, WARM_UP_CALLS, servers.facilitator);
      const highest = new Map<string, number>();
      for (const [buyers, payments] of LOADS) {
        const samples = await alternate(
          contenders.map(({ name, server }) => ({
            name,
            round: () => measure(server, question, buyers, payments, servers.facilitator),
          })),
          rounds,
        );
        const label = `${question.name}, ${buyers} at once`;
        rows.push(...rowsOf(label, samples));
        for (const [name, of] of samples)
          highest.set(name, Math.max(highest.get(name) ?? 0, median(of.map(({ rate }) => rate))));
      }
      for (const { name, server } of contenders)
        rows.push(await steady(name, server, question, highest.get(name)! * STEADY_SHARE));
      const peersRate = highest.get(contenders[1]!.name)! * STEADY_SHARE;
      rows.push(...(await atOneRate(contenders, question, peersRate, rounds)));
      rows.push(...(await inProcesses(servers, question, official, rounds)));
      await official.close();
    }
    return { title: `Paid calls (same facilitator; median and spread of ${rounds} alternating rounds)`, rows };
  });
}

/** The most buyers at once, against the API as several workers over one PostgreSQL; no row where there is none. */
async function inProcesses(
  servers: PaidServers,
  question: Question,
  official: ChildServer,
  rounds: number,
): Promise<readonly Row[]> {
  if (postgresPrograms() === undefined) return [];
  const [buyers, payments] = LOADS.at(-1)!;
  const database = await startPostgres({ shared_buffers: '256MB' }, { isOnDisk: true });
  try {
    const over = sharedLedger(database.url(), generateKeyPem());
    const api = await servers.startApi({ workers: WORKERS, env: { LOG_LEVEL: 'silent', ...over } });
    const contenders = [
      { name: 'ours, durable', server: api },
      { name: '@x402/express, stores nothing', server: official },
    ];
    await measure(api, question, buyers, WARM_UP_CALLS, servers.facilitator);
    const samples = await alternate(
      contenders.map(({ name, server }) => ({
        name,
        round: () => measure(server, question, buyers, payments, servers.facilitator),
      })),
      rounds,
    );
    await api.close();
    return rowsOf(`${question.name}, ${buyers} at once, WORKERS=${WORKERS} over PostgreSQL`, samples);
  } finally {
    await database.stop();
  }
}

interface Sample {
  readonly rate: number;
  /** Processor time of the server per paid call, in microseconds; NaN where it is not known. */
  readonly cpuUs: number;
  /** The same of the load generator and the facilitator together. */
  readonly othersUs: number;
}

async function measure(
  server: ChildServer,
  question: Question,
  buyers: number,
  count: number,
  facilitator: ChildServer,
): Promise<Sample> {
  const call = callOf(server, question);
  const payments = await signPayments(call, count);
  const spent = () => ({ server: server.cpuMs() ?? NaN, facilitator: facilitator.cpuMs() ?? NaN });
  const before = spent();
  const own = process.cpuUsage();
  const rate = await payAll(call, payments, buyers);
  const { user, system } = process.cpuUsage(own);
  const after = spent();
  return {
    rate,
    cpuUs: ((after.server - before.server) * 1_000) / count,
    othersUs: ((after.facilitator - before.facilitator) * 1_000 + user + system) / count,
  };
}

function rowsOf(label: string, samples: ReadonlyMap<string, readonly Sample[]>): Row[] {
  const contests = (what: string, pick: (sample: Sample) => number) => contestsOf(samples, label + what, pick);
  const cpu = contests(', processor time', ({ cpuUs }) => cpuUs);
  const others = contests(', generator and facilitator', ({ othersUs }) => othersUs).flatMap((contest) =>
    compare([contest], { unit: 'µs each', isCost: true }),
  );
  return [
    ...compare(
      contests('', ({ rate }) => rate),
      { unit: '/s' },
    ),
    ...(Number.isNaN(cpu[0].values[0]) ? [] : compare(cpu, { unit: 'µs each', isCost: true }).concat(others)),
  ];
}

/** The 99th percentile of single calls of both at the same steady rate; a round counts whole, refused calls and all. */
async function atOneRate(
  contenders: readonly { readonly name: string; readonly server: ChildServer }[],
  question: Question,
  perSecond: number,
  rounds: number,
): Promise<readonly Row[]> {
  const samples = await alternate(
    contenders.map(({ name, server }) => ({
      name,
      async round() {
        const call = callOf(server, question);
        const { tookMs, refused } = await payAtRate(call, await signPayments(call, STEADY_CALLS), perSecond);
        return refused > 0 ? NaN : percentile(tookMs, 99);
      },
    })),
    rounds,
  );
  const label = `${question.name}, both at ${figure(perSecond)}/s, p99`;
  return compare(
    contestsOf(samples, label, (p99) => p99),
    { unit: 'ms', isCost: true },
  );
}

async function steady(name: string, server: ChildServer, question: Question, perSecond: number): Promise<Row> {
  const call = callOf(server, question);
  const { tookMs, refused, burstMax } = await payAtRate(call, await signPayments(call, STEADY_CALLS), perSecond);
  const [p50, p99] = [percentile(tookMs, 50), percentile(tookMs, 99)];
  const others = [
    ...(burstMax > 2 ? [`at most ${burstMax} sent at once`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ];
  return {
    what: `${question.name}, steady ${figure(perSecond)}/s, ${name}`,
    value: [`p50 ${figure(p50)} ms, p99 ${figure(p99)} ms`, ...others].join(', '),
    ratio: `p99 = ${times(p99, p50)} p50`,
    measured: { unit: 'ms (p50, p99)', values: [p50, p99] },
  };
}

function callOf(server: ChildServer, { path, body }: Question): PaidCall {
  return { url: server.url + path, ...(body === undefined ? {} : { body }) };
}

/** Fifty versions of products that the feed has. */
function batch(): string {
  const products = ['nodejs', 'python', 'postgresql', 'ubuntu', 'go'];
  const versions = ['24', '3.12', '17', '24.04', '1.25', '18', '3.8', '12', '20.04', '1.20'];
  const items = Array.from({ length: BATCH_ITEMS }, (_, index) => ({
    product: products[index % products.length],
    version: versions[Math.floor(index / products.length) % versions.length],
  }));
  return JSON.stringify({ items });
}
