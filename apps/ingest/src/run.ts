import { DATASETS, type DatasetId, type StarterOutcome } from '@stackcheck/datasets';
import type { DependencyContainer } from 'tsyringe';
import type { IngestConfig } from './config';
import { buildContainer } from './container';
import { LEASE_WAIT_MS, offerStarter, refreshDataset } from './refresh';
import type { DatasetReport } from './report';
import { take, TOKENS } from './tokens';

/** All datasets, in the registry's order. */
export const ALL_DATASETS: readonly DatasetId[] = DATASETS.map(({ descriptor }) => descriptor.id);

/** What a caller may set for a run, tests above all. */
export interface RunOptions {
  readonly datasets?: readonly DatasetId[];
  /** Registers other parts before the first one is made. */
  readonly override?: (container: DependencyContainer) => void;
}

/** Refreshes the datasets once, one after the other, and reports on each. */
export function runIngestOnce(config: IngestConfig, options: RunOptions = {}): Promise<readonly DatasetReport[]> {
  return withContainer(config, options, async (container) => {
    const reports: DatasetReport[] = [];
    for (const id of options.datasets ?? ALL_DATASETS) {
      reports.push(await refreshDataset(container, id, LEASE_WAIT_MS));
    }
    return reports;
  });
}

/** Publishes the embedded starter of each dataset that has no snapshot at all. */
export function runStarter(config: IngestConfig, options: RunOptions = {}): Promise<readonly StarterOutcome[]> {
  return withContainer(config, options, async (container) => {
    const outcomes: StarterOutcome[] = [];
    for (const id of options.datasets ?? ALL_DATASETS) outcomes.push(await offerStarter(container, id));
    return outcomes;
  });
}

/** Builds a container, runs with it, and closes the store again. */
export async function withContainer<Result>(
  config: IngestConfig,
  { override }: RunOptions,
  run: (container: DependencyContainer) => Promise<Result> | Result,
): Promise<Result> {
  const container = buildContainer(config);
  override?.(container);
  try {
    return await run(container);
  } finally {
    take(container, TOKENS.store).close();
  }
}
