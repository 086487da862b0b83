import type { DatasetId, PublishOutcome, SnapshotStore } from '@stackcheck/datasets';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DatasetReport } from './report';

/** One metric as it is documented. */
export interface DescribedMetric {
  readonly name: string;
  readonly kind: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** How a refresh ends; `failed` also where it broke off. */
const OUTCOMES: readonly PublishOutcome['kind'][] = ['published', 'unchanged', 'refused', 'busy', 'failed'];

/** Each sample wakes the process. */
const LOOP_SAMPLE_MS = 250;

/** Counts what the scheduled worker does. Labels are datasets and outcomes alone. */
export class IngestMetrics {
  private readonly registry = new Registry();
  private readonly registers = [this.registry];

  private readonly refreshes = new Counter({
    name: 'stackcheck_ingest_refreshes_total',
    help: 'Refreshes by how they ended: published, unchanged, refused, busy, failed.',
    labelNames: ['dataset', 'outcome'] as const,
    registers: this.registers,
  });
  private readonly seconds = new Histogram({
    name: 'stackcheck_ingest_refresh_seconds',
    help: 'Time of a refresh, fetching and signing included.',
    labelNames: ['dataset'] as const,
    buckets: [1, 5, 15, 60, 300, 900, 3_600],
    registers: this.registers,
  });
  private readonly looks = new Counter({
    name: 'stackcheck_ingest_source_looks_total',
    help: 'With SNAPSHOT_SOURCE: looks at it, by how they ended: followed, refused.',
    labelNames: ['outcome'] as const,
    registers: this.registers,
  });
  private readonly refreshed = new Gauge({
    name: 'stackcheck_ingest_refreshed_timestamp_seconds',
    help: 'Last check that succeeded: published or unchanged.',
    labelNames: ['dataset'] as const,
    registers: this.registers,
  });
  private readonly attempted = new Gauge({
    name: 'stackcheck_ingest_attempted_timestamp_seconds',
    help: 'Last try, whatever came of it.',
    labelNames: ['dataset'] as const,
    registers: this.registers,
  });
  private readonly refusing = new Gauge({
    name: 'stackcheck_ingest_refusing',
    help: '1 while the last try published nothing because a rule refused it.',
    labelNames: ['dataset'] as const,
    registers: this.registers,
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
  }

  /** These datasets are kept fresh: their series begin at 0, so that the first failure is seen to be one more. */
  begin(datasets: readonly DatasetId[]): void {
    for (const dataset of datasets) for (const outcome of OUTCOMES) this.refreshes.inc({ dataset, outcome }, 0);
  }

  /** A refresh ended. */
  ended({ dataset, outcome, durationMs }: Pick<DatasetReport, 'dataset' | 'outcome' | 'durationMs'>): void {
    this.refreshes.inc({ dataset, outcome: outcome.kind });
    this.seconds.observe({ dataset }, durationMs / 1_000);
  }

  /** A refresh threw. */
  brokeOff(dataset: DatasetId): void {
    this.refreshes.inc({ dataset, outcome: 'failed' });
  }

  /** The source of snapshots was looked at. */
  looked(outcome: 'followed' | 'refused'): void {
    this.looks.inc({ outcome });
  }

  /** As Prometheus reads them, with what the store knows now. */
  async scrape(store: Pick<SnapshotStore, 'state'>, datasets: readonly DatasetId[]): Promise<string> {
    for (const dataset of datasets) {
      const { refreshedAt, attemptedAt, refusal } = store.state(dataset);
      if (refreshedAt !== null) this.refreshed.set({ dataset }, refreshedAt / 1_000);
      if (attemptedAt !== null) this.attempted.set({ dataset }, attemptedAt / 1_000);
      this.refusing.set({ dataset }, refusal === null ? 0 : 1);
    }
    return this.registry.metrics();
  }

  /** What there is to scrape. */
  async described(): Promise<readonly DescribedMetric[]> {
    const kinds = new Map((await this.registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
    return this.registry.getMetricsAsArray().map((metric) => {
      const { name, help, labelNames = [] } = metric as typeof metric & { readonly labelNames?: readonly string[] };
      return { name, kind: kinds.get(name) ?? '', help, labels: labelNames };
    });
  }
}
