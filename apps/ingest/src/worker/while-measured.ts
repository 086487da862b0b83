import { createServer, type Server } from 'node:http';
import type { DatasetId } from '@stackcheck/datasets';
import { Registry } from 'prom-client';
import type { IngestParts } from '../parts/ingest-parts';
import { ConfigError } from '../config/config';
import type { IngestMetrics } from '../operations/ingest-metrics';

/**
 * Does the work of a worker that stays, and answers `GET /metrics` meanwhile where INGEST_METRICS_PORT says so.
 * @throws ConfigError when that port cannot be listened on
 */
export async function whileMeasured<Result>(
  parts: IngestParts,
  datasets: readonly DatasetId[],
  work: () => Promise<Result>,
): Promise<Result> {
  const { metrics } = parts;
  if (!metrics) return work();
  metrics.begin(datasets);
  const server = await open(parts, metrics, datasets);
  try {
    return await work();
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function open(
  { config: { metricsHost, metricsPort }, store }: IngestParts,
  metrics: IngestMetrics,
  datasets: readonly DatasetId[],
): Promise<Server> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end();
    try {
      const text = await metrics.scrape(store, datasets);
      response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new ConfigError([`INGEST_METRICS_PORT ${metricsPort} cannot be listened on: ${code ?? 'unknown fault'}`])),
    );
    server.listen(metricsPort, metricsHost, resolve);
  });
  return server;
}
