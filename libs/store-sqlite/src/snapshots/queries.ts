import { gunzipSync } from 'node:zlib';
import { NO_VALIDATORS, type Validators } from '@stackcheck/datasets/fetch';
import { oneStep, type CooperativeTask } from '@stackcheck/datasets/tasks';
import type { DatasetId, Manifest, StoredSnapshot } from '@stackcheck/datasets';
import type { StoredDelta } from '@stackcheck/datasets/snapshot';
import type { DatasetState, DeltaEnds } from '@stackcheck/datasets/store';
import type { Connection } from '../open';

const NO_STATE: DatasetState = {
  currentSnapshotId: null,
  refreshedAt: null,
  attemptedAt: null,
  refusal: null,
  validators: NO_VALIDATORS,
};

interface DeltaRow {
  readonly sha256: string;
  readonly key_id: string;
  readonly signature: string;
  readonly body: Buffer;
}

/**
 * Read in one step. SQLite goes over the whole content for each piece, which takes less than a millisecond; what takes long
 * is memory: SQLite's for the whole content, at the first piece, and that of three copies of the piece.
 */
const PIECE_BYTES = 256 * 1024;

/** Far above any delta of ours; keeps tampered bytes from growing without end. */
const DELTA_BYTES_MAX = 2 ** 28;

type StateRow = Omit<DatasetState, 'validators'> & Validators;

/** The reads that the store and the reader share, prepared on one connection. */
export interface SnapshotQueries {
  state(dataset: DatasetId): DatasetState;
  find(dataset: DatasetId, snapshotId: string): StoredSnapshot | undefined;
  findSteps(dataset: DatasetId, snapshotId: string): CooperativeTask<StoredSnapshot | undefined>;
  list(dataset: DatasetId): readonly Manifest[];
  withdrawn(dataset: DatasetId): readonly string[];
  delta(dataset: DatasetId, from: string, to: string): StoredDelta | undefined;
  listDeltas(dataset: DatasetId): readonly DeltaEnds[];
  isForgotten(dataset: DatasetId, snapshotId: string): boolean;
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
  const head = database.prepare<[string, string], { manifest: string; bytes: number }>(
    'SELECT manifest, length(content) AS bytes FROM snapshot WHERE dataset = ? AND snapshot_id = ?',
  );
  const piece = database
    .prepare<[number, string], Buffer>(`SELECT substr(content, ?, ${PIECE_BYTES}) FROM snapshot WHERE snapshot_id = ?`)
    .pluck();
  const list = database
    .prepare<[string], string>('SELECT manifest FROM snapshot WHERE dataset = ? ORDER BY sequence DESC')
    .pluck();
  const withdrawn = database
    .prepare<[string], string>('SELECT sha256 FROM withdrawn_content WHERE dataset = ? ORDER BY sha256')
    .pluck();
  const delta = database.prepare<[string, string, string], DeltaRow>(
    'SELECT sha256, key_id, signature, body FROM delta WHERE dataset = ? AND from_id = ? AND to_id = ?',
  );
  const listDeltas = database.prepare<[string], DeltaEnds>(
    'SELECT from_id AS "from", to_id AS "to" FROM delta WHERE dataset = ? ORDER BY from_id, to_id',
  );
  const forgotten = database
    .prepare<[string, string, string], number>(
      `SELECT NOT EXISTS (SELECT 1 FROM followed_dataset WHERE dataset = ?)
         OR EXISTS (SELECT 1 FROM gone_snapshot WHERE dataset = ? AND snapshot_id = ?)`,
    )
    .pluck();
  return {
    isForgotten: (dataset, snapshotId) => forgotten.get(dataset, dataset, snapshotId) === 1,
    state: (dataset) => {
      const row = state.get(dataset);
      return row === undefined ? NO_STATE : toState(row);
    },
    find: (dataset, snapshotId) => {
      const row = find.get(dataset, snapshotId);
      return row && { manifest: toManifest(row.manifest), content: row.content };
    },
    *findSteps(dataset, snapshotId) {
      const row = head.get(dataset, snapshotId);
      if (row === undefined) return undefined;
      const content = Buffer.allocUnsafeSlow(row.bytes);
      for (let at = 0; at < row.bytes; at += PIECE_BYTES) {
        yield;
        const bytes = piece.get(at + 1, snapshotId) as Buffer | undefined;
        if (bytes === undefined) return undefined;
        bytes.copy(content, at);
      }
      return { manifest: toManifest(row.manifest), content };
    },
    list: (dataset) => (list.all(dataset) as string[]).map(toManifest),
    withdrawn: (dataset) => withdrawn.all(dataset) as string[],
    delta: (dataset, from, to) => {
      const row = delta.get(dataset, from, to);
      return row && toDelta({ dataset, from, to }, row);
    },
    listDeltas: (dataset) => listDeltas.all(dataset),
  };
}

/** Reads of a store that does not exist yet. */
export const NO_SNAPSHOTS: SnapshotQueries = {
  state: () => NO_STATE,
  find: () => undefined,
  findSteps: () => oneStep(() => undefined),
  list: () => [],
  withdrawn: () => [],
  delta: () => undefined,
  listDeltas: () => [],
  // Nothing was ever stored here, so nothing can be concluded.
  isForgotten: () => false,
};

function toState({ url, etag, lastModified, ...state }: StateRow): DatasetState {
  return { ...state, validators: { url, etag, lastModified } };
}

// The caller verifies what comes out of this before trusting any member.
function toManifest(text: string): Manifest {
  return JSON.parse(text) as Manifest;
}

function toDelta(ends: Omit<StoredDelta, 'body' | 'proof'>, { body, ...proof }: DeltaRow): StoredDelta {
  return { ...ends, body: decompressed(body), proof };
}

/** Damaged bytes are given as they are: like any other change, their digest shows it. */
function decompressed(stored: Buffer): Uint8Array {
  try {
    return gunzipSync(stored, { maxOutputLength: DELTA_BYTES_MAX });
  } catch {
    return stored;
  }
}
