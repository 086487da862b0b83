import { createServer, type Server } from 'node:http';
import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Aggregator,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

/** The metrics of one process, each with its values. */
export type MetricsOfProcess = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Counts what the API does. Labels are route ids, codes and names of our own, never paths, payers or reasons of others. */
export class Metrics {
  private readonly registry = new Registry();

  private readonly answers = new Counter({
    name: 'stackcheck_http_answers_total',
    help: 'Answers by route and status; status 0: the client left before.',
    labelNames: ['route', 'status'] as const,
    registers: [this.registry],
  });

  private readonly errors = new Counter({
    name: 'stackcheck_http_errors_total',
    help: 'Answers with an error code, by code.',
    labelNames: ['code'] as const,
    registers: [this.registry],
  });

  private readonly seconds = new Histogram({
    name: 'stackcheck_http_seconds',
    help: 'Time from the end of the request head to the end of the answer.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  });

  private readonly facilitatorSeconds = new Histogram({
    name: 'stackcheck_facilitator_seconds',
    help: 'Time of calls to the facilitator, waiting for a place included.',
    labelNames: ['call', 'outcome'] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 12],
    registers: [this.registry],
  });

  readonly snapshotAge = this.gauge(
    'stackcheck_snapshot_refreshed_timestamp_seconds',
    'Last refresh of a dataset.',
    ['dataset'],
    'min',
  );
  readonly payments = this.gauge('stackcheck_payments', 'Payments in the ledger by state.', ['state'], 'max');
  readonly lagSeconds = this.gauge(
    'stackcheck_event_loop_lag_seconds',
    '99th percentile of the last sample.',
    [],
    'max',
  );
  readonly skewSeconds = this.gauge('stackcheck_clock_skew_seconds', 'Our clock ahead of the chain’s.', [], 'max');
  readonly inFlight = this.gauge('stackcheck_paid_in_flight', 'Requests with a payment that are worked on.', [], 'sum');
  readonly shed = this.gauge(
    'stackcheck_paid_shed_total',
    'Requests with a payment that were refused unread.',
    [],
    'sum',
  );
  readonly bodies = this.gauge(
    'stackcheck_paid_bodies',
    'Bodies of requests with a payment being received.',
    [],
    'sum',
  );
  readonly connections = this.gauge('stackcheck_connections', 'Connections that are open.', [], 'sum');
  readonly connectionsClosed = this.gauge(
    'stackcheck_connections_closed_total',
    'Connections that were closed, or not let in, because there were too many.',
    [],
    'sum',
  );
  readonly turnedAway = this.gauge(
    'stackcheck_paid_rejected_total',
    'Requests with a payment that were rejected before any work, by reason.',
    ['reason'],
    'sum',
  );
  readonly paused = this.gauge('stackcheck_paused', '1 for each reason that holds payments back.', ['reason'], 'max');

  /** One answered request. */
  answered(entry: { route: string; status: number; code?: string; seconds: number }): void {
    this.answers.inc({ route: entry.route, status: entry.status });
    if (entry.code) this.errors.inc({ code: entry.code });
    this.seconds.observe({ route: entry.route }, entry.seconds);
  }

  /** One call to the facilitator. */
  called(call: 'verify' | 'settle', outcome: string, seconds: number): void {
    this.facilitatorSeconds.observe({ call, outcome }, seconds);
  }

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

  /** The same for the process that sums up those of several. */
  asJson(): Promise<MetricsOfProcess> {
    return this.registry.getMetricsAsJSON();
  }

  /** @param aggregator what the values of several processes over one ledger come to */
  private gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    aggregator: Aggregator,
  ): Gauge<Label> {
    return new Gauge({ name, help, labelNames: [...labelNames], aggregator, registers: [this.registry] });
  }
}
