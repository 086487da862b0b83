import { join } from 'node:path';
import { fillLedger } from '@stackcheck/store-sqlite/testing';
import type { ChildServer } from '../measure/child-server';
import { payAll, payOnce, signPayments } from '../measure/paid-load';
import { withPaidServers, type PaidServers } from '../measure/paid-servers';
import { alternate } from '../measure/rounds';
import { compare, contestsOf } from '../report/compare';
import { figure, type Report, type Row } from '../report/table';

const PATH = '/v1/eol/nodejs';
const ROUNDS = 5;
const SMALL_ROWS = 1_000;
const LARGE_ROWS = 1_000_000;
const BUYERS = 10;
const CALLS = 600;
const WARM_UP_CALLS = 1_500;
const READY_TIMEOUT_MS = 300_000;
/** What a service without calls uses, which looks for new snapshots now and then. */
const IDLE_WINDOW_MS = 500;
const IDLE_CPU_MS = 20;

/**
 * Start and paid calls with a short and a long past: from starting the process to `/readyz` saying yes, in time on the clock and
 * in processor time of the service; and, once the background check of the whole file is over, rate and processor time
 * of paid calls; with a ledger of 1,000 rows against one of 1,000,000 (`BENCH_LEDGER_ROWS` makes it another number, since
 * filling it takes minutes). The file was just written, so the system still has much of it in memory.
 */
export async function benchLedger({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  const largeRows = Number(process.env['BENCH_LEDGER_ROWS'] ?? LARGE_ROWS);
  return withPaidServers(async (small) =>
    withPaidServers(async (large) => {
      await fill(small, SMALL_ROWS);
      await fill(large, largeRows);
      const pasts = [
        { name: `${figure(SMALL_ROWS)} rows`, servers: small },
        { name: `${figure(largeRows)} rows`, servers: large },
      ];
      const starts = await alternate(
        pasts.map(({ name, servers }) => ({ name, round: async () => startAndStop(servers) })),
        rounds,
      );
      const running: { readonly name: string; readonly server: ChildServer }[] = [];
      for (const { name, servers } of pasts) {
        const server = await servers.startApi();
        await untilIdle(server);
        await measure(server, WARM_UP_CALLS);
        running.push({ name, server });
      }
      const calls = await alternate(
        running.map(({ name, server }) => ({ name, round: () => measure(server, CALLS) })),
        rounds,
      );
      const rows = [
        ...compared(starts, 'start to ready', 'ms', ({ wallMs }) => wallMs),
        ...compared(starts, 'start to ready, processor time', 'ms', ({ cpuMs }) => cpuMs),
        ...compared(starts, 'and the background check of the whole file, processor time', 'ms', (s) => s.checkMs),
        ...compare(
          contestsOf(calls, `${BUYERS} buyers`, ({ rate }) => rate),
          { unit: '/s' },
        ),
        ...compared(calls, 'paid call, processor time', 'µs', ({ cpuUs }) => cpuUs),
      ];
      return { title: `A long past (median and spread of ${rounds} alternating rounds; ours = the short one)`, rows };
    }),
  );
}

/** What a start took. */
interface Start {
  readonly wallMs: number;
  /** Of the service's process and all its threads; NaN where it is not known. */
  readonly cpuMs: number;
  /** What it went on to use until it had nothing to do. */
  readonly checkMs: number;
}

/** Rows of a cost; none where it is not known. */
function compared<Sample>(
  samples: ReadonlyMap<string, readonly Sample[]>,
  what: string,
  unit: string,
  pick: (sample: Sample) => number,
): readonly Row[] {
  const contest = contestsOf(samples, what, pick);
  return contest.some(({ values }) => values.some(Number.isNaN)) ? [] : compare(contest, { unit, isCost: true });
}

/** One real payment, which is then multiplied. */
async function fill(servers: PaidServers, rows: number): Promise<void> {
  const api = await servers.startApi();
  await payOnce({ url: api.url + PATH });
  await api.close();
  fillLedger(join(servers.dataDir, 'payments.db'), rows);
}

async function startAndStop(servers: PaidServers): Promise<Start> {
  const startedAt = performance.now();
  const api = await servers.startApi();
  while ((await fetch(`${api.url}/readyz`)).status !== 200) {
    if (performance.now() - startedAt > READY_TIMEOUT_MS) throw new Error('the API did not become ready');
    await pause(5);
  }
  const wallMs = performance.now() - startedAt;
  const cpuMs = api.cpuMs() ?? NaN;
  await untilIdle(api);
  const checkMs = (api.cpuMs() ?? NaN) - cpuMs;
  await api.close();
  return { wallMs, cpuMs, checkMs };
}

/** Waits until a server uses next to nothing, or returns at once where that is not known. */
async function untilIdle(server: ChildServer): Promise<void> {
  const startedAt = performance.now();
  for (let before = server.cpuMs() ?? NaN; !Number.isNaN(before);) {
    await pause(IDLE_WINDOW_MS);
    const now = server.cpuMs() ?? NaN;
    if (now - before <= IDLE_CPU_MS) return;
    if (performance.now() - startedAt > READY_TIMEOUT_MS) throw new Error('the API did not come to rest');
    before = now;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function measure(server: ChildServer, count: number): Promise<{ readonly rate: number; readonly cpuUs: number }> {
  const call = { url: server.url + PATH };
  const payments = await signPayments(call, count);
  const before = server.cpuMs() ?? NaN;
  const rate = await payAll(call, payments, BUYERS);
  return { rate, cpuUs: (((server.cpuMs() ?? NaN) - before) * 1_000) / count };
}
