import { generateKeyPem } from '@stackcheck/signing';
import { sharedLedger, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import type { ChildServer } from '../measure/child-server';
import { familyCpuMs } from '../measure/family-time';
import { onCoreOfTheirOwn } from '../measure/own-core';
import { payAll, payAtRate, signPayments, type PaidCall } from '../measure/paid-load';
import { withPaidServers, type PaidServers } from '../measure/paid-servers';
import { alternate, median } from '../measure/rounds';
import { idleCosts } from '../nodes/idle-costs';
import { compare, contestsOf } from '../report/compare';
import type { Report, Row } from '../report/table';

const PATH = '/v1/eol/nodejs';
const ROUNDS = 5;
/** Until V8 has compiled what is called often, and PostgreSQL planned it: the first two thousand calls take half as much again. */
const WARM_UP_CALLS = 3_000;
const CROWDS = [
  { buyers: 50, count: 3_000 },
  { buyers: 1, count: 500 },
] as const;
const NODES = 3;
/**
 * At each of three, of what one node does with 50 buyers: all of it together leaves the cores idle for a part, so that what a call takes is
 * measured and not the fight for the cores.
 */
const PACE = 1 / 8;
const PACED_CALLS = 1_000;

/**
 * Paid calls over PostgreSQL against a file: rate and processor time of the API, with many buyers and with one, where all share the cores, and
 * where the API has one to itself of which neither PostgreSQL nor the buyers take; then three nodes against one, each with as many calls a
 * second (an eighth of what one did with 50 buyers): processor time per call of a node, and of PostgreSQL; at last what they take while
 * nobody buys. With huge pages where the machine has them (`vm.nr_hugepages`, 200). On disk, over loopback; needs a PostgreSQL here.
 */
export async function benchNodes({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  const database = await startPostgres({ shared_buffers: '256MB' }, { isOnDisk: true });
  try {
    return await withPaidServers(async (servers) => {
      const rows = await measureAll(servers, database, rounds);
      const title = `Over PostgreSQL (median and spread of ${rounds} alternating rounds; ours = the first named)`;
      return { title, rows };
    });
  } finally {
    await database.stop();
  }
}

async function measureAll(servers: PaidServers, database: PostgresServer, rounds: number): Promise<readonly Row[]> {
  const env = sharedLedger(database.url(), generateKeyPem());
  const nodes: ChildServer[] = [];
  for (let n = 0; n < NODES; n++) nodes.push(await servers.startApi({ env }));
  const file = await servers.startApi({ env: { STACK_WATCH: 'off' } });
  for (const server of [...nodes, file]) await measure([server], database, WARM_UP_CALLS, atOnce(50));

  const both = (count: number, buyers: number): Promise<Samples> =>
    alternate(
      [
        { name: 'PostgreSQL', round: () => measure([nodes[0]!], database, count, atOnce(buyers)) },
        { name: 'SQLite', round: () => measure([file], database, count, atOnce(buyers)) },
      ],
      rounds,
    );
  const rows: Row[] = [];
  const rates: number[] = [];
  for (const { buyers, count } of CROWDS) {
    const samples = await both(count, buyers);
    if (buyers > 1) rates.push(...samples.get('PostgreSQL')!.map(({ rate }) => rate));
    rows.push(...ratesAndTimes(samples, buyers === 1 ? 'one buyer' : `${buyers} buyers`));
  }
  const [{ buyers, count }] = CROWDS;
  const apart = await onCoreOfTheirOwn([nodes[0]!, file], () => both(count, buyers));
  if (apart) rows.push(...ratesAndTimes(apart, `${buyers} buyers, a core for the API`));
  const perSecond = Math.round(median(rates) * PACE);
  // Each in its turn, since a node that served more calls before takes less for the next.
  let turn = 0;
  const oneNode = (): readonly ChildServer[] => [nodes[turn++ % NODES]!];
  const grown = await alternate(
    [
      { name: `${NODES} nodes`, round: () => measure(nodes, database, PACED_CALLS, paced(perSecond)) },
      { name: 'one node', round: () => measure(oneNode(), database, PACED_CALLS, paced(perSecond)) },
    ],
    rounds,
  );
  const each = `${perSecond} calls a second each`;
  return [
    ...rows,
    ...compare(
      contestsOf(grown, `${each}, processor time of a node`, ({ nodeUs }) => nodeUs),
      { unit: 'µs', isCost: true },
    ),
    ...compare(
      contestsOf(grown, `${each}, processor time of PostgreSQL`, ({ databaseUs }) => databaseUs),
      { unit: 'µs', isCost: true },
    ),
    ...(await idleCosts(servers.dataDir, nodes, file, database.pid)),
  ];
}

/** What so many calls at each of some nodes took. */
interface Sample {
  readonly rate: number;
  /** Per call. */
  readonly nodeUs: number;
  readonly databaseUs: number;
}

type Samples = ReadonlyMap<string, readonly Sample[]>;

function ratesAndTimes(samples: Samples, what: string): readonly Row[] {
  return [
    ...compare(
      contestsOf(samples, what, ({ rate }) => rate),
      { unit: '/s' },
    ),
    ...compare(
      contestsOf(samples, `${what}, processor time of the API`, ({ nodeUs }) => nodeUs),
      { unit: 'µs', isCost: true },
    ),
  ];
}

/** Pays for all calls of one node. @returns answers a second */
type Load = (call: PaidCall, payments: readonly string[]) => Promise<number>;

const atOnce =
  (buyers: number): Load =>
  (call, payments) =>
    payAll(call, payments, buyers);

const paced =
  (perSecond: number): Load =>
  async (call, payments) => {
    const { refused } = await payAtRate(call, payments, perSecond);
    if (refused > 0) throw new Error(`${call.url}: ${refused} paid requests were refused`);
    return perSecond;
  };

async function measure(
  nodes: readonly ChildServer[],
  database: PostgresServer,
  count: number,
  load: Load,
): Promise<Sample> {
  const calls = nodes.map(({ url }) => ({ url: url + PATH }));
  const payments = await Promise.all(calls.map((call) => signPayments(call, count)));
  const cpuMs = (): number => nodes.reduce((sum, node) => sum + (node.cpuMs() ?? NaN), 0);
  const before = { node: cpuMs(), database: familyCpuMs(database.pid) };
  const rates = await Promise.all(calls.map((call, n) => load(call, payments[n]!)));
  const total = count * nodes.length;
  return {
    rate: rates.reduce((sum, rate) => sum + rate, 0),
    nodeUs: ((cpuMs() - before.node) * 1_000) / total,
    databaseUs: ((familyCpuMs(database.pid) - before.database) * 1_000) / total,
  };
}
