import { NO_VALIDATORS } from '@stackcheck/datasets';
import type { DatasetId, DatasetState, Manifest, StoredSnapshot, Validators } from '@stackcheck/datasets';
import type { Connection } from '../open';

const NO_STATE: DatasetState = {
  currentSnapshotId: null,
  refreshedAt: null,
  attemptedAt: null,
  refusal: null,
  validators: NO_VALIDATORS,
};

type StateRow = Omit<DatasetState, 'validators'> & Validators;

/** The reads that the store and the reader share, prepared on one connection. */
export interface SnapshotQueries {
  state(dataset: DatasetId): DatasetState;
  find(dataset: DatasetId, snapshotId: string): StoredSnapshot | undefined;
  list(dataset: DatasetId): readonly Manifest[];
  withdrawn(dataset: DatasetId): readonly string[];
}

/** Prepares the reads; the schema must exist. */
export function prepareQueries(database: Connection): SnapshotQueries {
  const state = database.prepare<[string], StateRow>(
    `SELECT current_snapshot_id AS currentSnapshotId, refreshed_at AS refreshedAt, attempted_at AS attemptedAt,
            refusal, validators_url AS url, etag, last_modified AS lastModified
     FROM dataset_state WHERE dataset = ?`,
  );
  const find = database.prepare<[string, string], { manifest: string; content: Buffer }>(
    'SELECT manifest, content FROM snapshot WHERE dataset = ? AND snapshot_id = ?',
  );
  const list = database
    .prepare<[string], string>('SELECT manifest FROM snapshot WHERE dataset = ? ORDER BY sequence DESC')
    .pluck();
  const withdrawn = database
    .prepare<[string], string>('SELECT sha256 FROM withdrawn_content WHERE dataset = ? ORDER BY sha256')
    .pluck();
  return {
    state: (dataset) => {
      const row = state.get(dataset);
      return row === undefined ? NO_STATE : toState(row);
    },
    find: (dataset, snapshotId) => {
      const row = find.get(dataset, snapshotId);
      return row && { manifest: toManifest(row.manifest), content: row.content };
    },
    list: (dataset) => (list.all(dataset) as string[]).map(toManifest),
    withdrawn: (dataset) => withdrawn.all(dataset) as string[],
  };
}

/** Reads of a store that does not exist yet. */
export const NO_SNAPSHOTS: SnapshotQueries = {
  state: () => NO_STATE,
  find: () => undefined,
  list: () => [],
  withdrawn: () => [],
};

function toState({ url, etag, lastModified, ...state }: StateRow): DatasetState {
  return { ...state, validators: { url, etag, lastModified } };
}

// The caller verifies what comes out of this before trusting any member.
function toManifest(text: string): Manifest {
  return JSON.parse(text) as Manifest;
}
