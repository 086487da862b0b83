import { join } from 'node:path';
import { systemClock, utcDay } from '@stackcheck/contract';
import { LiveSnapshots } from '@stackcheck/datasets';
import { openStoredAdvisories } from '@stackcheck/datasets/osv';
import { answerMeta } from '@stackcheck/datasets/serve';
import { openStoredPack } from '@stackcheck/datasets/advisories';
import { clientAddress, fingerprintOf, trustedPeer } from '@stackcheck/payment-http/request';
import { verifiersOf } from '@stackcheck/signing';
import { signReceipt } from '@stackcheck/signing/receipt';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import { pino } from 'pino';
import { container as root, type DependencyContainer } from 'tsyringe';
import type { ApiConfig } from '../config/config';
import type { ContainerOverrides } from './container-overrides';
import { providePayments } from './container-payments';
import { datasetHealth } from '../operations/dataset-health';
import { ClientBudget } from '../sale/client-budget';
import { StoredDownloads } from '../sale/downloads/snapshot-downloads';
import { Dispatch } from '../http/dispatch';
import { dryRunLimit } from '../http/dry-run-limit';
import { Matcher } from '../catalogue/match';
import { loadedDataset, soldSnapshots } from '../sale/loaded-datasets';
import { Metrics } from '../operations/metrics/metrics';
import { connectionLimit } from '../operations/connection-limit';
import { faultLine } from '../operations/fault-line';
import { ForwardedWatch } from '../operations/forwarded-watch';
import { healthComponents } from '../operations/health-components';
import { requestLog } from '../operations/request-log';
import { screeningOf } from '../operations/screening-parts';
import { tracingOfProcess } from '../operations/tracing/tracing';
import { timeSlicing } from '../operations/time-slicing';
import { youngGeneration } from '../operations/young-generation';
import { datasetKeySet, joinedKeySet } from '../sale/payments/keys';
import { priceRoutes } from '../sale/payments/priced-routes';
import { Sales, type SalesDeps } from '../sale/sales';
import { TracedSales } from '../sale/traced-sales';
import { RECORDED_ANSWERS } from '../published/context';
import { TOOL_ROUTES } from '../mcp/tool-routes';
import { readScripts, SCRIPTS_FOLDER } from '../layout/scripts';
import { browserPages } from '../pages/browser-pages';
import { TextReader } from '../input/texts/text-reader';
import type { EolView } from '../catalogue/define-route';
import { provideMcp } from './container-mcp';
import { pagesAndSales } from './pages-and-sales';
import { ROUTES } from './routes';
import { buildServer, SERVER_LIMITS } from '../http/server';
import { serviceView } from './service-view';
import { provide, take, TOKENS } from './tokens';
import { watchKeys } from '../operations/watch/watch-keys';

/** The composition root: says how each thing is made; nothing is made before it is taken. */
export function buildContainer(config: ApiConfig, overrides: ContainerOverrides): DependencyContainer {
  const container = root.createChildContainer();
  provide(container, TOKENS.config, () => config);
  provide(container, TOKENS.clock, () => overrides.clock);
  provide(container, TOKENS.metrics, () => (config.metricsPort === 0 ? undefined : new Metrics()));
  provide(container, TOKENS.tracing, tracingOfProcess);
  provide(container, TOKENS.logger, () => {
    const base = overrides.workerIndex === undefined ? null : { worker: overrides.workerIndex };
    const options = { level: config.logLevel, base };
    return overrides.log ? pino(options, overrides.log) : pino(options);
  });
  provide(container, TOKENS.operations, () =>
    healthComponents(config, overrides, {
      logger: take(container, TOKENS.logger),
      store: overrides.store,
    }),
  );
  provideData(container, config);
  provideWatch(container, config);
  providePayments(container, config, overrides);
  provideHttp(container, config, overrides);
  provideMcp(container, config, overrides);
  return container;
}

/** Of an answer that takes long: long enough for it to come to an end, short enough for everybody else. */
const ANSWER_TURN_MS = 4;

function provideData(container: DependencyContainer, config: ApiConfig): void {
  const advisoryFiles = openAdvisoryFiles(join(config.dataDir, 'osv'), { isMapped: true });
  const verifiers = () => verifiersOf(datasetKeySet(config.dataDir));
  const yieldPolicy = timeSlicing({ young: youngGeneration() });
  provide(container, TOKENS.snapshots, () => openSnapshotReader(join(config.dataDir, 'snapshots.db')));
  provide(
    container,
    TOKENS.live,
    () =>
      new LiveSnapshots({
        reader: take(container, TOKENS.snapshots),
        verifiers,
        clock: take(container, TOKENS.clock),
        advisoryFiles,
        yieldPolicy,
      }),
  );
  provide(container, TOKENS.downloads, () => {
    const [reader, live] = [take(container, TOKENS.snapshots), take(container, TOKENS.live)];
    return new StoredDownloads({
      open: (snapshotId) => openStoredAdvisories(snapshotId, { reader, files: advisoryFiles, verifiers: verifiers() }),
      openPack: (snapshotId) => openStoredPack(snapshotId, { reader, files: advisoryFiles, verifiers: verifiers() }),
      current: (dataset) => {
        const snapshot = live.current(dataset);
        return snapshot && { dataset, snapshotId: snapshot.manifest.snapshot_id };
      },
      pause: () => yieldPolicy.pause(),
      clock: take(container, TOKENS.clock),
    });
  });
  provide(container, TOKENS.sold, () => {
    const [reader, live] = [take(container, TOKENS.snapshots), take(container, TOKENS.live)];
    return soldSnapshots(join(config.dataDir, 'sold'), reader, live);
  });
  provide(container, TOKENS.screening, () =>
    screeningOf(config, {
      live: take(container, TOKENS.live),
      clock: take(container, TOKENS.clock),
      pause: take(container, TOKENS.operations).pause,
      logger: take(container, TOKENS.logger),
    }),
  );
  provide(container, TOKENS.readiness, () => {
    const live = take(container, TOKENS.live);
    const pause = take(container, TOKENS.operations).pause;
    return {
      payments: config.payments.mode,
      paused: () => pause.isPaused(),
      pauseState: () => pause.state(),
      watching: () => take(container, TOKENS.watchKeys).ring.length > 0,
      loaded: (dataset) => loadedDataset(live, dataset),
    };
  });
}

function provideWatch(container: DependencyContainer, config: ApiConfig): void {
  provide(container, TOKENS.watchKeys, () =>
    watchKeys(config.watch, config.dataDir, take(container, TOKENS.clock).now()),
  );
}

function provideHttp(container: DependencyContainer, config: ApiConfig, overrides: ContainerOverrides): void {
  provide(container, TOKENS.service, () => {
    const live = take(container, TOKENS.live);
    const receipts = take(container, TOKENS.receiptKeys);
    return serviceView({
      config,
      clock: take(container, TOKENS.clock),
      readiness: take(container, TOKENS.readiness),
      facilitator: take(container, TOKENS.facilitator),
      datasetHealth: (id) => datasetHealth(live, id),
      screening: () => take(container, TOKENS.screening).health(),
      watchKeys: take(container, TOKENS.watchKeys),
      scripts: readScripts(overrides.scriptsFolder ?? SCRIPTS_FOLDER),
      texts: new TextReader(overrides.threadOptions, undefined, (fault) =>
        take(container, TOKENS.logger).error({ event: 'text_reader_failed', ...faultLine(fault) }),
      ),
      refreshedAt: (id) => live.status(id).refreshedAt,
      jwks: () => joinedKeySet([datasetKeySet(config.dataDir), receipts.published()]),
    });
  });
  provide(container, TOKENS.shared, () => ({
    baseUrl: config.baseUrl,
    service: take(container, TOKENS.service),
    yieldPolicy: timeSlicing({ turnMs: ANSWER_TURN_MS }),
    metaOf: (view, scope, nowMs, stale) => answerMeta(view.manifest, scope ?? null, { nowMs, stale }),
  }));
  const onUnexpected = (error: unknown): void =>
    take(container, TOKENS.logger).error({ event: 'unexpected', ...faultLine(error) });
  provide(container, TOKENS.sales, () => {
    const clock = take(container, TOKENS.clock);
    const { signer } = take(container, TOKENS.receiptKeys);
    const { overload } = take(container, TOKENS.operations);
    const tracing = take(container, TOKENS.tracing);
    const deps: SalesDeps = {
      ...take(container, TOKENS.shared),
      clock,
      readiness: take(container, TOKENS.readiness),
      gate: take(container, TOKENS.gate),
      l402: take(container, TOKENS.l402),
      priced:
        config.payments.mode === 'off'
          ? new Map()
          : priceRoutes(
              [...ROUTES, ...TOOL_ROUTES.map(({ route }) => route)],
              config.payments.terms,
              config.baseUrl,
              config.prices,
              RECORDED_ANSWERS,
            ),
      fingerprint: fingerprintOf,
      downloads: take(container, TOKENS.downloads),
      sold: take(container, TOKENS.sold),
      receipt: ({ url, body, paymentResponse, isCoded }) =>
        signReceipt(signer(), { url, body, paymentResponse, isCoded, nowMs: clock.now(), inFlight: overload.inFlight }),
      overload,
      refusals: take(container, TOKENS.refusals),
      budget: take(container, TOKENS.budget),
      processorClock: overrides.processorClock ?? systemClock,
      onUnexpected,
    };
    return tracing ? new TracedSales(deps, tracing) : new Sales(deps);
  });
  provide(container, TOKENS.dispatch, () => {
    const clock = take(container, TOKENS.clock);
    const readiness = take(container, TOKENS.readiness);
    const eol = () => readiness.loaded('eol')?.view as EolView | undefined;
    return new Dispatch({
      ...take(container, TOKENS.shared),
      clock,
      matcher: new Matcher(ROUTES),
      sales: take(container, TOKENS.sales),
      isL402On: take(container, TOKENS.l402) !== undefined,
      clientAddress: clientAddress(config.trustProxy),
      dryRuns: dryRunLimit(clock),
      unpaidWork: new ClientBudget({
        overload: take(container, TOKENS.operations).overload,
        budget: take(container, TOKENS.budget),
        processorClock: overrides.processorClock ?? systemClock,
      }),
      browserPages: browserPages({ service: take(container, TOKENS.service), eol }),
      isCurrent: ({ view, day }) => eol() === view && utcDay(clock.now()) === day,
      paidBodyTimeoutMs: overrides.serverLimits?.paidBodyTimeoutMs ?? SERVER_LIMITS.paidBodyTimeoutMs,
      accessLog: requestLog(take(container, TOKENS.logger), take(container, TOKENS.metrics)),
      onUnexpected,
    });
  });
  provide(container, TOKENS.server, () => {
    const logger = take(container, TOKENS.logger);
    const { max: connectionsMax, perClientMax: connectionsPerClientMax } = config.connections;
    const limits = { ...SERVER_LIMITS, connectionsMax, connectionsPerClientMax, ...overrides.serverLimits };
    const isProxy = trustedPeer(config.trustProxy);
    const forwarded = new ForwardedWatch({
      isProxy,
      onStranger: (detail) => logger.warn({ event: 'untrusted_proxy' }, detail),
      warn: (detail) => take(container, TOKENS.operations).pause.report('proxy', 'warn', detail),
    });
    return buildServer(
      take(container, TOKENS.dispatch),
      config.baseUrl,
      { ...limits, connectionsMax: connectionLimit(limits.connectionsMax) },
      {
        onUnexpected,
        onFirstRequest: forwarded.look,
        isProxy,
        mount: take(container, TOKENS.mcp),
        pageShare: pagesAndSales(container, config),
      },
    );
  });
}
