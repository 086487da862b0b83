import type { DatasetId, StarterOutcome } from '@stackcheck/datasets';
import type { ResealOutcome } from '@stackcheck/datasets/publish';
import { makeDataFolder } from '@stackcheck/store-sqlite/snapshots';
import { ALL_DATASETS } from '../parts/all-datasets';
import type { IngestConfig } from '../config/config';
import { composeIngest } from '../composition/container';
import { LEASE_WAIT_MS, offerStarter, refreshDataset, remakeStoredDeltas, resealStored } from '../refresh/refresh';
import { shareCurrent } from '../nodes/share-current';
import type { DatasetReport } from '../operations/report';
import type { IngestParts } from '../parts/ingest-parts';

/** What a caller may set for a run, tests above all. */
export interface RunOptions {
  readonly datasets?: readonly DatasetId[];
  /** Parts that stand in for the worker's own. */
  readonly override?: Partial<IngestParts>;
}

/** Refreshes the datasets once, one after the other, and reports on each. */
export function runIngestOnce(config: IngestConfig, options: RunOptions = {}): Promise<readonly DatasetReport[]> {
  return withParts(config, options, async (parts) => {
    const reports: DatasetReport[] = [];
    for (const id of options.datasets ?? ALL_DATASETS) {
      reports.push(await refreshDataset(parts, id, LEASE_WAIT_MS));
    }
    await shareCurrent(parts);
    return reports;
  });
}

/** What became of a dataset before the API starts. */
export type PreparedOutcome = StarterOutcome | ResealOutcome;

/**
 * Sees to it that an API of this version has something to serve, without asking upstream: publishes the embedded starter
 * where there is nothing better, seals stored data again where this version states something else about it, and makes the
 * deltas that an earlier version did not make.
 */
export function runStarter(config: IngestConfig, options: RunOptions = {}): Promise<readonly PreparedOutcome[]> {
  return withParts(config, options, async (parts) => {
    const outcomes: PreparedOutcome[] = [];
    for (const id of options.datasets ?? ALL_DATASETS) {
      outcomes.push(await offerStarter(parts, id), await resealStored(parts, id, LEASE_WAIT_MS));
      await remakeStoredDeltas(parts, id, 0);
    }
    return outcomes;
  });
}

/** Wires the parts, runs with them, and closes the store again. */
export async function withParts<Result>(
  config: IngestConfig,
  { override }: RunOptions,
  run: (parts: IngestParts) => Promise<Result> | Result,
): Promise<Result> {
  const parts = composeIngest(config, override);
  for (const warning of makeDataFolder(config.dataDir)) parts.logger.warn({ event: 'insecure_folder_mode' }, warning);
  try {
    return await run(parts);
  } finally {
    parts.store.close();
  }
}
