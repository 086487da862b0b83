import { generateKeyPem } from '@stackcheck/signing';
import { fillSharedLedger, sharedLedger, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import type { ChildServer } from '../measure/child-server';
import { familyCpuMs } from '../measure/family-time';
import { payAll, payOnce, signPayments } from '../measure/paid-load';
import { withPaidServers, type PaidServers } from '../measure/paid-servers';
import { alternate } from '../measure/rounds';
import { compare, contestsOf } from '../report/compare';
import { figure, type Report, type Row } from '../report/table';

const PATH = '/v1/eol/nodejs';
const ROUNDS = 6;
const SMALL_ROWS = 10_000;
const LARGE_ROWS = 1_000_000;
const BUYERS = 50;
const CALLS = 2_000;
const WARM_UP_CALLS = 3_000;
/** What docs/nodes.md asks for: for each million payments, and for the rest. */
const BUFFERS_MB = { perMillion: 100, rest: 256 };

/** A ledger with a past, and the API over it. */
interface Past {
  readonly rows: number;
  readonly database: PostgresServer;
  readonly api: ChildServer;
}

/**
 * Paid calls over PostgreSQL with a long past: processor time of PostgreSQL and rate, with 10,000 payments against a million
 * (`BENCH_SHARED_ROWS` makes it another number: 10 million take some ten minutes and 20 GB to fill). Once as it is for most of the time between two
 * checkpoints, when the pages that are met have been met before; and once right after a checkpoint, when each page that is met for the first
 * time is written to the log whole, as each index page of a long ledger is once. With huge pages where the machine has them (`vm.nr_hugepages`, 750
 * for ten million). On disk, over loopback; needs a PostgreSQL here.
 */
export async function benchSharedLedger({
  rounds = ROUNDS,
  note,
}: {
  readonly rounds?: number;
  readonly note: (line: string) => void;
}): Promise<Report> {
  const largeRows = Number(process.env['BENCH_SHARED_ROWS'] ?? LARGE_ROWS);
  return withPaidServers(async (servers) => {
    const pasts: Past[] = [];
    try {
      for (const rows of [SMALL_ROWS, largeRows]) {
        note(`filling a ledger with ${figure(rows)} payments`);
        const database = await startFilled(servers, rows);
        pasts.push({ rows, database, api: await startApi(servers, database) });
      }
      note('buying');
      for (const { api, database } of pasts) {
        await readIndexes(database);
        await measure(api, database, WARM_UP_CALLS);
        await writeWholePages(database, false);
      }
      const between = await compareAll(pasts, rounds, `${BUYERS} buyers, between checkpoints`);
      for (const { database } of pasts) {
        await writeWholePages(database, true);
        await database.run('CHECKPOINT');
      }
      const after = await compareAll(pasts, rounds, `${BUYERS} buyers, right after a checkpoint`);
      const title = `A long past over PostgreSQL (median and spread of ${rounds} alternating rounds; ours = the short one)`;
      return { title, rows: [...between, ...after] };
    } finally {
      await Promise.all(pasts.map(({ api }) => api.close()));
      await Promise.all(pasts.map(({ database }) => database.stop()));
    }
  });
}

async function compareAll(pasts: readonly Past[], rounds: number, what: string): Promise<readonly Row[]> {
  const samples = await alternate(
    pasts.map(({ rows, api, database }) => ({
      name: `${figure(rows)} payments`,
      round: () => measure(api, database, CALLS),
    })),
    rounds,
  );
  return [
    ...compare(
      contestsOf(samples, `${what}, processor time of PostgreSQL`, ({ databaseUs }) => databaseUs),
      { unit: 'µs', isCost: true },
    ),
    ...compare(
      contestsOf(samples, what, ({ rate }) => rate),
      { unit: '/s' },
    ),
  ];
}

/** Into the server's memory, where those of a ledger in use are; what fills a table leaves them outside. */
async function readIndexes(database: PostgresServer): Promise<void> {
  await database.run('CREATE EXTENSION IF NOT EXISTS pg_prewarm');
  await database.run("SELECT pg_prewarm(indexrelid) FROM pg_index WHERE indrelid = 'payment'::regclass");
}

/** Whether a page that is met for the first time since a checkpoint goes to the log whole. Not to be turned off for what must not be lost. */
async function writeWholePages(database: PostgresServer, isOn: boolean): Promise<void> {
  await database.run(`ALTER SYSTEM SET full_page_writes = ${isOn ? 'on' : 'off'}`);
  await database.run('SELECT pg_reload_conf()');
}

/** A server whose ledger has so many payments, multiplied from one that was made. */
async function startFilled(servers: PaidServers, rows: number): Promise<PostgresServer> {
  const buffers = Math.ceil(BUFFERS_MB.rest + (BUFFERS_MB.perMillion * rows) / 1e6);
  const settings = { shared_buffers: `${buffers}MB`, checkpoint_timeout: '15min', max_wal_size: '4GB' };
  const database = await startPostgres(settings, { isOnDisk: true });
  try {
    const api = await startApi(servers, database);
    await payOnce({ url: api.url + PATH });
    await api.close();
    const owner = await database.connect();
    await fillSharedLedger(owner, rows).finally(() => owner.end());
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** A new receipt key each time would be refused by the ledger. */
const RECEIPT_KEY = generateKeyPem();

function startApi(servers: PaidServers, database: PostgresServer): Promise<ChildServer> {
  return servers.startApi({ env: sharedLedger(database.url(), RECEIPT_KEY) });
}

async function measure(
  api: ChildServer,
  database: PostgresServer,
  count: number,
): Promise<{ readonly rate: number; readonly databaseUs: number }> {
  const call = { url: api.url + PATH };
  const payments = await signPayments(call, count);
  const before = familyCpuMs(database.pid);
  const rate = await payAll(call, payments, BUYERS);
  return { rate, databaseUs: ((familyCpuMs(database.pid) - before) * 1_000) / count };
}
