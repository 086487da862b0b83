import type { MetricsOfProcess } from '../operations/metrics/metrics';

/** The values of metrics, of one process or of several that are summed up. */
export class Figures {
  constructor(private readonly processes: readonly MetricsOfProcess[]) {}

  /** Sum of a metric over all processes, of the series with these labels. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number {
    return this.values(name, labels).reduce((sum, value) => sum + value, 0);
  }

  /** The largest value; 0 where there is none. */
  max(name: string, labels: Readonly<Record<string, string>> = {}): number {
    return Math.max(0, ...this.values(name, labels));
  }

  /** Values of a label, in their order. */
  labels(name: string, label: string): readonly string[] {
    const all = this.processes.flatMap((metrics) => seriesOf(metrics, name).map((series) => series.labels[label]));
    return [...new Set(all.filter((value) => value !== undefined).map(String))].sort();
  }

  /** Each process by itself. */
  each(): readonly Figures[] {
    return this.processes.map((metrics) => new Figures([metrics]));
  }

  private values(name: string, labels: Readonly<Record<string, string>>): readonly number[] {
    return this.processes.flatMap((metrics) =>
      seriesOf(metrics, name)
        .filter((series) => Object.entries(labels).every(([label, value]) => series.labels[label] === value))
        .map(({ value }) => value),
    );
  }
}

function seriesOf(metrics: MetricsOfProcess, name: string) {
  return metrics.find((metric) => metric.name === name)?.values ?? [];
}
