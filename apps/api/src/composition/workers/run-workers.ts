import cluster from 'node:cluster';
import { systemClock } from '@stackcheck/contract';
import { AggregatorRegistry } from 'prom-client';
import type { ApiConfig } from '../../config/config';
import { metricsServer } from '../../operations/metrics/metrics-server';
import { endOnUncaughtFaults } from '../../operations/process-guards';
import { Figures } from '../../operator/figures';
import { listen } from '../listen';
import { operatorPageOn } from '../operator-page-on';
import { Supervisor } from './supervisor';
import { forkWorker } from './worker-process';

/**
 * The API as several processes of one port, each of them a node over the ledger; this one serves nothing itself but the sums of their
 * metrics. Drains them on SIGTERM and SIGINT, ends them at once the second time, and ends when they have. Resolves with the URL when all listen.
 * @param isSocketHanded they listen on a socket that outlives them
 */
export async function runWorkers(config: ApiConfig, isSocketHanded: boolean): Promise<string> {
  endOnUncaughtFaults();
  // What this process accepted for workers that end would be lost; what none of them accepted waits for the next ones.
  if (isSocketHanded) cluster.schedulingPolicy = cluster.SCHED_NONE;
  const supervisor = new Supervisor({
    workers: config.workers,
    fork: forkWorker,
    monotonic: () => systemClock.monotonic(),
    after: (ms, happen) => void setTimeout(happen, ms),
    tell: (line) => void process.stderr.write(`stackcheck: ${line}\n`),
  });
  let draining = false;
  const stop = (): void => {
    if (draining) supervisor.kill();
    draining = true;
    supervisor.drain();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  void supervisor.ended.then((code) => process.exit(code));

  const { url, banner } = await supervisor.start();
  if (config.metricsPort !== 0) await serveMetrics(config, supervisor);
  if (config.logLevel !== 'silent') process.stdout.write(banner);
  return url;
}

async function serveMetrics(config: ApiConfig, supervisor: Supervisor): Promise<void> {
  const scrape = async () => {
    const ofWorkers = await supervisor.scrape();
    const sums = AggregatorRegistry.aggregate(ofWorkers as Parameters<typeof AggregatorRegistry.aggregate>[0]);
    return { contentType: sums.contentType, body: await sums.metrics() };
  };
  const view = async () => {
    const facts = await supervisor.show();
    if (!facts) throw new Error('no worker answers');
    return { facts, figures: new Figures(await supervisor.scrape()) };
  };
  await listen(metricsServer(scrape, operatorPageOn(config, view)), {
    port: config.metricsPort,
    host: config.host,
  });
}
