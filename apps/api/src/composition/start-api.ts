import 'reflect-metadata';
import type { Server } from 'node:http';
import type { WorkerOptions } from 'node:worker_threads';
import { systemClock, type Clock } from '@stackcheck/contract';
import { callerDatasets, isIndexed } from '@stackcheck/datasets/registry';
import { every } from '@stackcheck/payment-http/repeat';
import type { InvoiceSource } from '@stackcheck/payment-l402';
import type { Facilitator, PaymentLedger, PaymentStore } from '@stackcheck/payment-x402';
import { makeDataFolder, type ProcessLock } from '@stackcheck/store-sqlite/payments';
import type { DestinationStream } from 'pino';
import type { ApiConfig } from '../config/config';
import { metricsCollector } from './collect-metrics';
import { buildContainer } from './container';
import type { WrapSelf } from './self-settling';
import { datasetHealth } from '../operations/dataset-health';
import type { SnapshotName } from '../catalogue/define-route';
import { announceEnd, answerLast, drain, LAST_REQUESTS_MS } from './drain';
import { useKeys } from './keys-in-use';
import { listen, urlOf } from './listen';
import { operatorFactsOf } from './operator-facts';
import { operatorPageOn } from './operator-page-on';
import { openPaymentStore } from './payment-store';
import { faultLine } from '../operations/fault-line';
import { checkLedgerInBackground } from '../operations/ledger-check';
import { startOperations } from '../operations/operations';
import type { MetricsOfProcess } from '../operations/metrics/metrics';
import { metricsServer } from '../operations/metrics/metrics-server';
import { Figures } from '../operator/figures';
import type { OperatorFacts } from '../operator/operator-facts';
import type { OperationsOverrides } from '../operations/health-components';
import type { ServerLimits } from '../http/server';
import type { DatasetHealth } from '../operations/dataset-health';
import { take, TOKENS } from './tokens';

/** A running API. */
export interface RunningApi {
  /** Address it listens on. */
  readonly url: string;
  health(): Readonly<Record<string, DatasetHealth>>;
  /** Looks for a newer snapshot at once instead of at the next poll. */
  refresh(): Promise<void>;
  /** Resolves with the reason when this process must end: `close` it and exit with 1. */
  readonly failed: Promise<string>;
  /** What is measured, as of now; nothing where it cannot be scraped. */
  metrics(): Promise<MetricsOfProcess>;
  /** What the operator's page shows in addition to the metrics. */
  operatorFacts(): Promise<OperatorFacts>;
  /** Before `close`, where other processes serve the same: lets their balancers know while calls are still answered. */
  announceEnd(): Promise<void>;
  /** Drains: no new connection, running requests and settlements finish, the databases are closed. */
  close(): Promise<void>;
}

/** What a test may put in the place of the real thing. */
export interface ApiOverrides extends Omit<OperationsOverrides, 'onFatal'> {
  /** Who holds the ledger's lease; this host when absent. */
  readonly hostId?: string;
  readonly clock?: Clock;
  /** What work on requests takes is read from it: the machine's, also where `clock` is a test's. */
  readonly processorClock?: Pick<Clock, 'monotonic'>;
  /** Which of several processes of one port this is; absent where it is the only one. */
  readonly workerIndex?: number;
  readonly facilitator?: Facilitator;
  readonly invoices?: InvoiceSource;
  readonly serverLimits?: Partial<ServerLimits>;
  /** Descriptor of a listening socket that stays open when this process ends, so that the next one goes on with it. */
  readonly socket?: number | undefined;
  /** Stands around the real ledger. */
  readonly wrapLedger?: <T extends PaymentLedger>(ledger: T) => T;
  /** Stands around the facilitator, configured or not. */
  readonly wrapFacilitator?: (facilitator: Facilitator) => Facilitator;
  /** Stands around what we settle by ourselves with. */
  readonly wrapSelf?: WrapSelf;
  /** Where the scripts of pages are; where building puts them when absent. */
  readonly scriptsFolder?: string;
  /** How a thread of ours is started where it runs from the sources; as Node does when absent. */
  readonly threadOptions?: WorkerOptions;
  /** Where log lines go; standard output when absent. */
  readonly log?: DestinationStream;
}

const POLL_MS = 2_000;
const RECONCILE_MS = 5_000;
/** With an announcement, the last requests and the last reconciliation 29 seconds, and what closes the databases after that: supervisors are to grant 40. */
const DRAIN_MS = 22_000;
const LAST_RECONCILE_MS = 3_000;
/** After a fatal fault, time for answers whose settlement is under way. */
const ABANDON_MS = 12_000;

/**
 * Wires and starts the API; resolves when it listens.
 * @throws Error when another host takes payments with the same ledger
 */
export async function startApi(config: ApiConfig, overrides: ApiOverrides = {}): Promise<RunningApi> {
  const openFolders = makeDataFolder(config.dataDir);
  const inUse = useKeys(config);
  const begun: Opened['begun'] = [async () => inUse?.release()];
  try {
    const store = await openPaymentStore(config, overrides);
    begun.push(() => store?.close());
    return await startOver(config, overrides, { store, inUse, openFolders, begun });
  } catch (error) {
    for (const undo of begun.reverse()) await Promise.allSettled([undo()]);
    throw error;
  }
}

/** What is there when the API is put together. */
interface Opened {
  readonly store: PaymentStore | undefined;
  readonly inUse: ProcessLock | undefined;
  readonly openFolders: readonly string[];
  /** Ends what has begun, the last first, where the start fails. */
  readonly begun: (() => Promise<unknown> | undefined)[];
}

async function startOver(
  config: ApiConfig,
  overrides: ApiOverrides,
  { store, inUse, openFolders, begun }: Opened,
): Promise<RunningApi> {
  let fail!: (why: string) => void;
  const failed = new Promise<string>((resolve) => (fail = resolve));
  const container = buildContainer(config, {
    ...overrides,
    store,
    clock: overrides.clock ?? systemClock,
    facilitator: overrides.facilitator,
    onFatal: (why) => {
      take(container, TOKENS.logger).fatal({ event: 'ledger_fatal', reason: why });
      fail(why);
    },
  });
  const logger = take(container, TOKENS.logger);
  const hasDuties = (overrides.workerIndex ?? 0) === 0;
  if (hasDuties) for (const warning of openFolders) logger.warn({ event: 'insecure_folder_mode' }, warning);
  const live = take(container, TOKENS.live);
  const downloads = take(container, TOKENS.downloads);
  const screening = take(container, TOKENS.screening);
  const snapshots = take(container, TOKENS.snapshots);
  const parts = take(container, TOKENS.operations);
  const { faults, pause } = parts;
  const locks = take(container, TOKENS.locks);
  const metrics = take(container, TOKENS.metrics);
  const onError = (error: unknown, what: string): void =>
    logger.error({ event: 'background_failure', what, ...faultLine(error) });
  const refresh = async (): Promise<void> => {
    for (const event of await live.refresh())
      if (event.kind === 'kept')
        logger.error({ event: 'snapshot_rejected', dataset: event.dataset, reason: event.fault });
      else if (isIndexed(event.dataset)) void measure({ dataset: event.dataset, snapshotId: event.to });
    screening.look();
  };
  // Its first buyer need not wait for that; one who comes earlier waits for this very measurement. No buyer comes before the
  // server listens, and reading all advisories would hold that up.
  let listens!: () => void;
  const listening = new Promise<void>((resolve) => (listens = resolve));
  const measure = async (name: SnapshotName): Promise<void> => {
    await listening;
    await downloads.measure(name).catch((error: unknown) => downloads.isClosed || onError(error, 'download'));
  };
  const self = take(container, TOKENS.self);
  const closeDatabases = async (): Promise<void> => {
    downloads.close();
    await self?.close();
    await store?.close();
    snapshots.close();
    inUse?.release();
  };
  begun.push(closeDatabases);

  const operations = await startOperations({
    dataDir: config.dataDir,
    paused: config.paused,
    clock: take(container, TOKENS.clock),
    ...parts,
    measured: {
      lag: (seconds) => metrics?.gauges.lagSeconds.set(seconds),
      skew: (seconds) => metrics?.gauges.skewSeconds.set(seconds),
    },
    onError,
  });
  begun.push(async () => {
    await operations.stop();
    if (!faults.isBroken) await store?.lease.release();
  });
  await self?.start(pause, (error) => onError(error, 'gas watch'));
  await refresh();
  const reconciler = take(container, TOKENS.reconciler);
  const server = take(container, TOKENS.server);
  const { socket } = overrides;
  await listen(server, socket === undefined ? { port: config.port, host: config.host } : { fd: socket });
  begun.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  listens();
  if (store && hasDuties) void checkLedgerInBackground(store, faults, onError);
  const collect = metrics && metricsCollector(container, metrics, { config, server });
  const operatorFacts = operatorFactsOf(container, { config, store });
  const scrape = await startMetrics();
  const timers = [
    every(POLL_MS, refresh, (error) => onError(error, 'snapshot poll')),
    every(
      RECONCILE_MS,
      async () => {
        if (!faults.isBroken) await reconciler?.runOnce();
      },
      (error) => onError(error, 'reconciliation'),
      // Not before it listens: each open payment may cost a facilitator's whole time-out.
      { atOnce: true },
    ),
  ];

  async function startMetrics(): Promise<Server | undefined> {
    if (!metrics || !collect || overrides.workerIndex !== undefined) return undefined;
    const scrape = async () => {
      await collect();
      return metrics.text();
    };
    const view = async () => {
      await collect();
      return { facts: await operatorFacts(), figures: new Figures([await metrics.asJson()]) };
    };
    const endpoint = metricsServer(scrape, operatorPageOn(config, view));
    await listen(endpoint, { port: config.metricsPort, host: config.host });
    return endpoint;
  }

  async function close(): Promise<void> {
    const limitMs = faults.isBroken ? ABANDON_MS : DRAIN_MS;
    if (socket !== undefined && server.listening && !faults.isBroken) await answerLast(server, LAST_REQUESTS_MS);
    pause.report('draining', 'pause', 'the process is about to end');
    for (const timer of timers) timer.stop();
    const finished = await drain({ server, payments: () => locks.count, limitMs });
    if (!finished) logger.warn({ event: 'drain_timeout', payments: locks.count });
    await within(LAST_RECONCILE_MS, async () => {
      await Promise.all(timers.map((timer) => timer.idle()));
      if (!faults.isBroken) await reconciler?.runOnce();
    });
    // What it sends is paid for, so that the ledger is held for it until it has ended.
    await self?.close();
    await operations.stop();
    if (scrape) await new Promise((resolve) => scrape.close(resolve).closeAllConnections());
    if (!faults.isBroken) await store?.lease.release();
    await closeDatabases();
  }

  /** Gives work its time; what it does after that is cut off by the closing of the databases. */
  async function within(ms: number, work: () => Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    await Promise.race([work().catch((error: unknown) => onError(error, 'last reconciliation')), late]);
    clearTimeout(timer);
  }

  let closing: Promise<void> | undefined;
  return {
    url: urlOf(server, config),
    health: () => Object.fromEntries(callerDatasets().map((id) => [id, datasetHealth(live, id)])),
    refresh,
    failed,
    async metrics() {
      if (!metrics || !collect) return [];
      await collect();
      return metrics.asJson();
    },
    operatorFacts,
    announceEnd: () => announceEnd({ server, pause, store, workers: config.workers }),
    close: () => (closing ??= close()),
  };
}
