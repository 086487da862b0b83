import type { LiveSnapshots } from '@stackcheck/datasets';
import type { CallerDatasetId } from '@stackcheck/datasets/registry';

/** One dataset in /health. */
export interface DatasetHealth {
  readonly loaded: boolean;
  readonly snapshot_id: string | null;
  readonly as_of: string | null;
  readonly refreshed_at: string | null;
  readonly record_count: number | null;
  readonly starter: boolean;
  readonly stale: boolean;
  readonly problem: string | null;
}

/** State of a dataset as /health shows it. */
export function datasetHealth(live: LiveSnapshots, id: CallerDatasetId): DatasetHealth {
  const status = live.status(id);
  return {
    loaded: status.loaded,
    snapshot_id: status.snapshotId,
    as_of: status.asOf,
    refreshed_at: status.refreshedAt,
    record_count: status.recordCount,
    starter: status.starter,
    stale: status.stale,
    problem: status.loadFault ?? status.refusal,
  };
}
