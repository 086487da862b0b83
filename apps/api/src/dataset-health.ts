import type { LiveSnapshots } from '@stackcheck/datasets';
import type { DatasetHealth } from './service-view';

/** State of the EOL dataset as /health shows it. */
export function datasetHealth(live: LiveSnapshots): DatasetHealth {
  const status = live.status('eol');
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
