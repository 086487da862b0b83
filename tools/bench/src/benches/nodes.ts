import { generateKeyPem } from '@stackcheck/signing';
import { sharedLedger, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import type { ChildServer } from '../measure/child-server';
import { familyCpuMs } from '../measure/family-time';
import { payAll, signPayments } from '../measure/paid-load';
import { withPaidServers, type PaidServers } from '../measure/paid-servers';
import { alternate } from '../measure/rounds';
import { idleCosts } from '../nodes/idle-costs';
import { compare, contestsOf } from '../report/compare';
import type { Report, Row } from '../report/table';

const PATH = '/v1/eol/nodejs';
const ROUNDS = 5;
const CALLS = 1_500;
/** Until V8 has compiled what is called often, and PostgreSQL planned it: the first two thousand calls take half as much again. */
const WARM_UP_CALLS = 3_000;
const BUYERS = [50, 1] as const;
const NODES = 3;

/**
 * Paid calls over PostgreSQL against a file: rate and processor time of the API, with many buyers and with one; then three nodes
 * against one, each with as many buyers: processor time per call of a node, and of PostgreSQL; at last what they take while nobody buys. On disk,
 * over loopback; needs a PostgreSQL here.
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
  for (const server of [...nodes, file]) await measure([server], database, 50, WARM_UP_CALLS);

  const rows: Row[] = [];
  for (const buyers of BUYERS) {
    const samples = await alternate(
      [
        { name: 'PostgreSQL', round: () => measure([nodes[0]!], database, buyers, CALLS) },
        { name: 'SQLite', round: () => measure([file], database, buyers, CALLS) },
      ],
      rounds,
    );
    const what = buyers === 1 ? 'one buyer' : `${buyers} buyers`;
    rows.push(
      ...compare(
        contestsOf(samples, what, ({ rate }) => rate),
        { unit: '/s' },
      ),
      ...compare(
        contestsOf(samples, `${what}, processor time of the API`, ({ nodeUs }) => nodeUs),
        { unit: 'µs', isCost: true },
      ),
    );
  }
  const grown = await alternate(
    [
      { name: `${NODES} nodes`, round: () => measure(nodes, database, 50, CALLS) },
      { name: 'one node', round: () => measure([nodes[0]!], database, 50, CALLS) },
    ],
    rounds,
  );
  return [
    ...rows,
    ...compare(
      contestsOf(grown, '50 buyers each, processor time of a node', ({ nodeUs }) => nodeUs),
      { unit: 'µs', isCost: true },
    ),
    ...compare(
      contestsOf(grown, '50 buyers each, processor time of PostgreSQL', ({ databaseUs }) => databaseUs),
      { unit: 'µs', isCost: true },
    ),
    ...(await idleCosts(servers.dataDir, nodes, database.pid)),
  ];
}

/** What so many calls at each of some nodes took. */
interface Sample {
  readonly rate: number;
  /** Per call. */
  readonly nodeUs: number;
  readonly databaseUs: number;
}

async function measure(
  nodes: readonly ChildServer[],
  database: PostgresServer,
  buyers: number,
  count: number,
): Promise<Sample> {
  const calls = nodes.map(({ url }) => ({ url: url + PATH }));
  const payments = await Promise.all(calls.map((call) => signPayments(call, count)));
  const cpuMs = (): number => nodes.reduce((sum, node) => sum + (node.cpuMs() ?? NaN), 0);
  const before = { node: cpuMs(), database: familyCpuMs(database.pid) };
  const rates = await Promise.all(calls.map((call, n) => payAll(call, payments[n]!, buyers)));
  const total = count * nodes.length;
  return {
    rate: rates.reduce((sum, rate) => sum + rate, 0),
    nodeUs: ((cpuMs() - before.node) * 1_000) / total,
    databaseUs: ((familyCpuMs(database.pid) - before.database) * 1_000) / total,
  };
}
