import type { CallerDatasetId, LiveSnapshots } from '@stackcheck/datasets';
import type { DatasetHealth } from '../composition/service-view';

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
