import { statfs, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { callerDatasets } from '@stackcheck/datasets/registry';
import { formatEther } from 'ethers';
import type { ApiConfig } from '../config/config';
import { connectionsOf } from '../operations/connections';
import { datasetHealth } from '../operations/dataset-health';
import type { Metrics } from '../operations/metrics/metrics';
import { SERVICE_VERSION } from '../published/openapi';
import { isSellable } from '../sale/sellable';
import { take, TOKENS, type Container } from './tokens';

/** Sets every gauge, and the counters that are kept elsewhere, to what they are now. */
export function metricsCollector(
  container: Container,
  metrics: Metrics,
  { config, server }: { readonly config: ApiConfig; readonly server: Server },
): () => Promise<void> {
  const { gauges } = metrics;
  gauges.build.set({ version: SERVICE_VERSION, payments: config.payments.mode }, 1);
  const lookAtLoop = loopUtilization();
  return async () => {
    collectDatasets(container, metrics);
    collectSaturation(container, metrics, server);
    gauges.utilization.set(lookAtLoop());
    for (const { name, isUp } of facilitatorsOf(container)) gauges.facilitatorUp.set({ facilitator: name }, isUp);
    collectGas(container, metrics);
    await Promise.all([collectLedger(container, metrics), collectFiles(config, metrics)]);
  };
}

function collectDatasets(container: Container, { gauges }: Metrics): void {
  const live = take(container, TOKENS.live);
  const readiness = take(container, TOKENS.readiness);
  for (const dataset of callerDatasets()) {
    const { refreshed_at, record_count } = datasetHealth(live, dataset);
    const loaded = readiness.loaded(dataset);
    if (refreshed_at) gauges.refreshed.set({ dataset }, Date.parse(refreshed_at) / 1_000);
    if (record_count !== null) gauges.records.set({ dataset }, record_count);
    gauges.sellable.set({ dataset }, loaded && isSellable(loaded, readiness.payments) ? 1 : 0);
  }
  const listed = take(container, TOKENS.screening).health().refreshed_at;
  if (listed) gauges.refreshed.set({ dataset: 'sanctions' }, Date.parse(listed) / 1_000);
}

function collectSaturation(container: Container, { gauges }: Metrics, server: Server): void {
  const { overload, pause } = take(container, TOKENS.operations);
  const connections = connectionsOf(server);
  gauges.inFlight.set(overload.inFlight);
  gauges.bodies.set(overload.receiving);
  gauges.connections.set(connections?.open ?? 0);
  gauges.limits.set({ of: 'paid_in_flight' }, overload.limits.work);
  gauges.limits.set({ of: 'paid_bodies' }, overload.limits.body);
  gauges.limits.set({ of: 'connections' }, connections?.max ?? 0);
  const { shed, connectionsClosed, turnedAway } = gauges;
  // Counted where it happens, since the start: each scrape shows the whole count.
  for (const counter of [shed, connectionsClosed, turnedAway]) counter.reset();
  shed.inc(overload.shed);
  connectionsClosed.inc(connections?.closedForRoom ?? 0);
  for (const [reason, count] of Object.entries(overload.turnedAway)) turnedAway.inc({ reason }, count);
  gauges.paused.reset();
  for (const reason of pause.state().reasons) gauges.paused.set({ reason }, 1);
}

function facilitatorsOf(container: Container): readonly { readonly name: string; readonly isUp: 0 | 1 }[] {
  const facilitator = take(container, TOKENS.facilitator);
  if (!facilitator) return [];
  const states = facilitator.states?.() ?? [];
  if (states.length === 0) return [{ name: facilitator.name, isUp: facilitator.health() === 'failing' ? 0 : 1 }];
  return states.map(({ name, state, breaker }) => ({
    name,
    isUp: state === 'failing' || breaker === 'open' ? 0 : 1,
  }));
}

function collectGas(container: Container, { gauges }: Metrics): void {
  const status = take(container, TOKENS.self)?.settler.status();
  if (!status) return;
  gauges.gasOpen.set(status.open);
  gauges.gasOldest.set(status.oldestSeconds);
  if (!status.sight) return;
  gauges.gasBalance.set(Number(formatEther(status.sight.balanceWei)));
  gauges.gasNeeded.set(Number(formatEther(status.sight.neededWei)));
}

async function collectLedger(container: Container, { gauges }: Metrics): Promise<void> {
  const { faults } = take(container, TOKENS.operations);
  const counts = faults.isBroken ? undefined : await take(container, TOKENS.ledger)?.counts();
  for (const [state, count] of Object.entries(counts ?? {})) gauges.payments.set({ state }, count);
}

async function collectFiles({ dataDir, ledger }: ApiConfig, { gauges }: Metrics): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  gauges.diskFree.set(bavail * bsize);
  if (ledger.kind !== 'sqlite') return;
  gauges.ledgerBytes.set({ file: 'database' }, await sizeOf(join(dataDir, 'payments.db')));
  gauges.ledgerBytes.set({ file: 'log' }, await sizeOf(join(dataDir, 'payments.db-wal')));
}

/** 0 where there is no such file. */
async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Busy share of the time since the call before. */
function loopUtilization(): () => number {
  let before: EventLoopUtilization | undefined;
  return () => {
    const now = performance.eventLoopUtilization();
    const since = before ? performance.eventLoopUtilization(now, before) : now;
    before = now;
    return since.utilization;
  };
}
