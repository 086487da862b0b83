import { join } from 'node:path';
import { fillLedger } from '@stackcheck/store-sqlite/testing';
import type { ChildServer } from '../measure/child-server';
import { payAll, payOnce, signPayments } from '../measure/paid-load';
import { withPaidServers, type PaidServers } from '../measure/paid-servers';
import { alternate } from '../measure/rounds';
import { compare, type Contest } from '../report/compare';
import { figure, type Report } from '../report/table';

const PATH = '/v1/eol/nodejs';
const ROUNDS = 5;
const SMALL_ROWS = 1_000;
const LARGE_ROWS = 1_000_000;
const BUYERS = 10;
const CALLS = 600;
const WARM_UP_CALLS = 1_500;
const READY_TIMEOUT_MS = 120_000;

/**
 * Start and paid calls with a short and a long past: the time from starting the process to `/readyz` saying yes, and the rate
 * and processor time of paid calls, with a ledger of 1,000 rows against one of 1,000,000 (`BENCH_LEDGER_ROWS` makes it
 * another number, since filling it takes minutes).
 */
export async function benchLedger({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  const largeRows = Number(process.env['BENCH_LEDGER_ROWS'] ?? LARGE_ROWS);
  return withPaidServers(async (small) =>
    withPaidServers(async (large) => {
      await fill(small, SMALL_ROWS);
      await fill(large, largeRows);
      const names = [`${figure(SMALL_ROWS)} rows`, `${figure(largeRows)} rows`] as const;
      const starts = await alternate(
        [
          { name: names[0], round: async () => startAndStop(small) },
          { name: names[1], round: async () => startAndStop(large) },
        ],
        rounds,
      );
      const servers = [await small.startApi(), await large.startApi()] as const;
      for (const server of servers) await measure(server, WARM_UP_CALLS);
      const calls = await alternate(
        [
          { name: names[0], round: () => measure(servers[0], CALLS) },
          { name: names[1], round: () => measure(servers[1], CALLS) },
        ],
        rounds,
      );
      const contest = <Sample>(
        samples: ReadonlyMap<string, readonly Sample[]>,
        what: string,
        pick: (sample: Sample) => number,
      ): [Contest, ...Contest[]] => {
        const [first, ...others] = [...samples].map(([name, of]) => ({
          name: `${what}, ${name}`,
          values: of.map(pick),
        }));
        return [first!, ...others];
      };
      const rows = [
        ...compare(
          contest(starts, 'start to ready', (ms) => ms),
          { unit: 'ms', isCost: true },
        ),
        ...compare(
          contest(calls, `${BUYERS} buyers`, ({ rate }) => rate),
          { unit: '/s' },
        ),
        ...compare(
          contest(calls, 'processor time', ({ cpuUs }) => cpuUs),
          { unit: 'µs each', isCost: true },
        ),
      ];
      return { title: `A long past (median and spread of ${rounds} alternating rounds; ours = the short one)`, rows };
    }),
  );
}

/** One real payment, which is then multiplied. */
async function fill(servers: PaidServers, rows: number): Promise<void> {
  const api = await servers.startApi();
  await payOnce({ url: api.url + PATH });
  await api.close();
  fillLedger(join(servers.dataDir, 'payments.db'), rows);
}

async function startAndStop(servers: PaidServers): Promise<number> {
  const startedAt = performance.now();
  const api = await servers.startApi();
  while ((await fetch(`${api.url}/readyz`)).status !== 200) {
    if (performance.now() - startedAt > READY_TIMEOUT_MS) throw new Error('the API did not become ready');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const tookMs = performance.now() - startedAt;
  await api.close();
  return tookMs;
}

async function measure(server: ChildServer, count: number): Promise<{ readonly rate: number; readonly cpuUs: number }> {
  const call = { url: server.url + PATH };
  const payments = await signPayments(call, count);
  const before = server.cpuMs() ?? NaN;
  const rate = await payAll(call, payments, BUYERS);
  return { rate, cpuUs: (((server.cpuMs() ?? NaN) - before) * 1_000) / count };
}
