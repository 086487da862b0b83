import { createServer, type Server } from 'node:http';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the API counts. Labels are route ids and codes, never paths or payers. */
export class Metrics {
  private readonly registry = new Registry();

  readonly answers = new Counter({
    name: 'stackcheck_http_answers_total',
    help: 'Answers by route and status.',
    labelNames: ['route', 'status'] as const,
    registers: [this.registry],
  });

  readonly seconds = new Histogram({
    name: 'stackcheck_http_seconds',
    help: 'Time from the end of the request head to the end of the answer.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  });

  readonly snapshotAge = new Gauge({
    name: 'stackcheck_snapshot_refreshed_timestamp_seconds',
    help: 'Unix time of the last successful refresh of a dataset.',
    labelNames: ['dataset'] as const,
    registers: [this.registry],
  });

  readonly payments = new Gauge({
    name: 'stackcheck_payments',
    help: 'Payments in the ledger by state.',
    labelNames: ['state'] as const,
    registers: [this.registry],
  });

  /** @param collect refreshes the gauges before each scrape */
  server(collect: () => Promise<void>): Server {
    return createServer((request, response) => {
      const scrape = request.method === 'GET' && request.url === '/metrics';
      if (!scrape) return void response.writeHead(404).end();
      collect()
        .then(() => this.registry.metrics())
        .then((text) => response.writeHead(200, { 'Content-Type': this.registry.contentType }).end(text))
        .catch(() => response.writeHead(500).end());
    });
  }
}
