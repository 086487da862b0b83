import { createServer, type Server } from 'node:http';
import { systemClock } from '@stackcheck/contract';
import { AggregatorRegistry } from 'prom-client';
import type { ApiConfig } from '../../config/config';
import { endOnUncaughtFaults } from '../../operations/process-guards';
import { Supervisor } from './supervisor';
import { forkWorker } from './worker-process';

/**
 * The API as several processes over one ledger; this one serves nothing itself but the sums of their metrics. Drains them on
 * SIGTERM and SIGINT, ends them at once the second time, and ends when they have. Resolves with the URL when all listen.
 */
export async function runWorkers(config: ApiConfig): Promise<string> {
  endOnUncaughtFaults();
  const supervisor = new Supervisor({
    workers: config.workers,
    fork: forkWorker,
    monotonic: () => systemClock.monotonic(),
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

function serveMetrics({ metricsPort, host }: ApiConfig, supervisor: Supervisor): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    supervisor
      .scrape()
      .then(async (ofWorkers) => {
        const sums = AggregatorRegistry.aggregate(ofWorkers as Parameters<typeof AggregatorRegistry.aggregate>[0]);
        const text = await sums.metrics();
        response.writeHead(200, { 'Content-Type': sums.contentType }).end(text);
      })
      .catch(() => response.writeHead(500).end());
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(metricsPort, host, () => resolve(server));
  });
}
