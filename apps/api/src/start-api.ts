import 'reflect-metadata';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync } from 'node:fs';
import { systemClock, type Clock } from '@stackcheck/contract';
import type { Facilitator } from '@stackcheck/payment-x402';
import type { ApiConfig } from './config';
import { buildContainer } from './container';
import { datasetHealth } from './dataset-health';
import type { DatasetHealth } from './service-view';
import { take, TOKENS } from './tokens';

/** A running API. */
export interface RunningApi {
  /** Address it listens on. */
  readonly url: string;
  health(): DatasetHealth;
  /** Looks for a newer snapshot at once instead of at the next poll. */
  refresh(): Promise<void>;
  /** Drains: no new connection, running requests and settlements finish, the databases are closed. */
  close(): Promise<void>;
}

/** What a test may put in the place of the real thing. */
export interface ApiOverrides {
  readonly clock?: Clock;
  readonly facilitator?: Facilitator;
}

const POLL_MS = 2_000;
const RECONCILE_MS = 5_000;
const DRAIN_MS = 25_000;

/** Wires and starts the API; resolves when it listens. */
export async function startApi(config: ApiConfig, overrides: ApiOverrides = {}): Promise<RunningApi> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const container = buildContainer(config, {
    clock: overrides.clock ?? systemClock,
    facilitator: overrides.facilitator,
  });
  const logger = take(container, TOKENS.logger);
  const live = take(container, TOKENS.live);
  const snapshots = take(container, TOKENS.snapshots);
  const ledger = take(container, TOKENS.ledger);
  const reconciler = take(container, TOKENS.reconciler);
  const refresh = async (): Promise<void> => {
    await live.refresh();
  };

  await refresh();
  await reconciler?.runOnce();
  const server = take(container, TOKENS.server);
  await listen(server, config.port, config.host);
  const metrics = await startMetrics();
  const timers = [
    every(POLL_MS, refresh, (error) => logger.error({ err: messageOf(error) }, 'snapshot poll failed')),
    every(
      RECONCILE_MS,
      async () => void (await reconciler?.runOnce()),
      (error) => logger.error({ err: messageOf(error) }, 'reconciliation failed'),
    ),
  ];

  async function startMetrics(): Promise<Server | undefined> {
    if (config.metricsPort === 0) return undefined;
    const counters = take(container, TOKENS.metrics);
    const scrape = counters.server(async () => {
      const { refreshed_at } = datasetHealth(live);
      if (refreshed_at) counters.snapshotAge.set({ dataset: 'eol' }, Date.parse(refreshed_at) / 1000);
      const counts = await ledger?.counts();
      for (const [state, count] of Object.entries(counts ?? {})) counters.payments.set({ state }, count);
    });
    await listen(scrape, config.metricsPort, config.host);
    return scrape;
  }

  let closing: Promise<void> | undefined;
  return {
    url: urlOf(server, config),
    health: () => datasetHealth(live),
    refresh,
    close: () =>
      (closing ??= (async () => {
        for (const timer of timers) timer.stop();
        await Promise.all([drain(server), metrics && drain(metrics), ...timers.map((timer) => timer.idle())]);
        ledger?.close();
        snapshots.close();
      })()),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server, config: ApiConfig): string {
  const { port } = server.address() as AddressInfo;
  return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
}

/** `server.close` alone goes on answering kept-alive clients: from now on every answer closes its connection. */
function drain(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  });
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Runs work again and again, never twice at once. */
function every(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): void; idle(): Promise<void> } {
  let running = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = work()
      .catch(onError)
      .finally(() => {
        busy = false;
      });
  }, ms);
  timer.unref();
  return { stop: () => clearInterval(timer), idle: () => running };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
