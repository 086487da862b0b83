import type { Migration } from '../migrate';

/** Schema of `snapshots.db`. Released steps are never edited; a change is a new step. */
export const SNAPSHOT_MIGRATIONS: readonly Migration[] = [
  {
    name: 'snapshots',
    sql: `
      -- Published snapshots. Rows are inserted and, when old, deleted; never changed.
      CREATE TABLE snapshot (
        sequence         INTEGER PRIMARY KEY,  -- Order of publication.
        dataset          TEXT NOT NULL CHECK (dataset <> ''),
        snapshot_id      TEXT NOT NULL UNIQUE CHECK (snapshot_id LIKE dataset || '-%'),
        prev_snapshot_id TEXT CHECK (prev_snapshot_id <> snapshot_id),
        manifest         TEXT NOT NULL CHECK (
          json_valid(manifest)
          AND manifest ->> 'dataset' = dataset
          AND manifest ->> 'snapshot_id' = snapshot_id
          AND manifest ->> 'prev_snapshot_id' IS prev_snapshot_id
        ),
        content          BLOB NOT NULL CHECK (length(content) > 0)
      ) STRICT;

      CREATE INDEX snapshot_of_dataset ON snapshot (dataset, sequence);

      -- What is known of a dataset's refreshes. Times are epoch milliseconds.
      CREATE TABLE dataset_state (
        dataset             TEXT PRIMARY KEY,
        current_snapshot_id TEXT REFERENCES snapshot (snapshot_id),
        refreshed_at        INTEGER,  -- The data is sold by this time: the last check of upstream that succeeded.
        attempted_at        INTEGER,
        refusal             TEXT,
        validators_url      TEXT,     -- The address that the validators below belong to.
        etag                TEXT,
        last_modified       TEXT
      ) STRICT, WITHOUT ROWID;

      -- The right to write a dataset. The token grows with each lease; a write must carry the greatest.
      CREATE TABLE lease (
        dataset    TEXT PRIMARY KEY,
        owner      TEXT,
        token      INTEGER NOT NULL CHECK (token > 0),
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- Contents that an operator rolled back.
      CREATE TABLE withdrawn_content (
        dataset TEXT NOT NULL,
        sha256  TEXT NOT NULL CHECK (length(sha256) = 64),
        PRIMARY KEY (dataset, sha256)
      ) STRICT, WITHOUT ROWID;

      CREATE TRIGGER snapshot_is_immutable BEFORE UPDATE ON snapshot
      BEGIN SELECT RAISE(ABORT, 'a published snapshot is never changed'); END;

      CREATE TRIGGER snapshot_follows_current BEFORE INSERT ON snapshot
      WHEN NEW.prev_snapshot_id IS NOT
        (SELECT current_snapshot_id FROM dataset_state WHERE dataset = NEW.dataset)
      BEGIN SELECT RAISE(ABORT, 'a snapshot follows the current one'); END;

      CREATE TRIGGER current_snapshot_stays BEFORE DELETE ON snapshot
      WHEN EXISTS (SELECT 1 FROM dataset_state WHERE current_snapshot_id = OLD.snapshot_id)
      BEGIN SELECT RAISE(ABORT, 'the current snapshot is never deleted'); END;

      CREATE TRIGGER freshness_never_goes_back BEFORE UPDATE OF refreshed_at ON dataset_state
      WHEN NEW.refreshed_at IS NULL AND OLD.refreshed_at IS NOT NULL OR NEW.refreshed_at < OLD.refreshed_at
      BEGIN SELECT RAISE(ABORT, 'the time of refresh never goes back'); END;

      CREATE TRIGGER lease_token_only_grows BEFORE UPDATE OF token ON lease
      WHEN NEW.token < OLD.token
      BEGIN SELECT RAISE(ABORT, 'a lease token never shrinks'); END;
    `,
  },
  {
    name: 'deltas',
    sql: `
      -- What turns an older snapshot into a newer one. Made when the newer one is published, and gone with either.
      CREATE TABLE delta (
        dataset   TEXT NOT NULL,
        from_id   TEXT NOT NULL REFERENCES snapshot (snapshot_id) ON DELETE CASCADE,
        to_id     TEXT NOT NULL REFERENCES snapshot (snapshot_id) ON DELETE CASCADE,
        sha256    TEXT NOT NULL CHECK (length(sha256) = 64),  -- Of the canonical delta, before compression.
        key_id    TEXT NOT NULL,
        signature TEXT NOT NULL,
        body      BLOB NOT NULL CHECK (length(body) > 0),     -- The canonical delta, gzip.
        UNIQUE (dataset, from_id, to_id),
        CHECK (from_id LIKE dataset || '-%' AND to_id LIKE dataset || '-%')
      ) STRICT;

      -- Deleting a snapshot looks for the deltas at whose ends it stands.
      CREATE INDEX delta_to ON delta (to_id);
      CREATE INDEX delta_from ON delta (from_id);

      CREATE TRIGGER delta_leads_to_current BEFORE INSERT ON delta
      WHEN NEW.to_id IS NOT (SELECT current_snapshot_id FROM dataset_state WHERE dataset = NEW.dataset)
      BEGIN SELECT RAISE(ABORT, 'a delta leads to the current snapshot'); END;
    `,
  },
  {
    name: 'followed',
    sql: `
      -- The greatest number that a followed publisher stated; a smaller one is an old statement.
      CREATE TABLE followed_source (
        one      INTEGER PRIMARY KEY CHECK (one = 1),
        sequence INTEGER NOT NULL
      ) STRICT;

      CREATE TRIGGER followed_sequence_only_grows BEFORE UPDATE OF sequence ON followed_source
      WHEN NEW.sequence < OLD.sequence
      BEGIN SELECT RAISE(ABORT, 'a followed sequence never shrinks'); END;

      -- Datasets that are another publisher's.
      CREATE TABLE followed_dataset (
        dataset   TEXT PRIMARY KEY,
        begins_at TEXT  -- The snapshot that need not follow the current one: what lies between them was removed.
      ) STRICT, WITHOUT ROWID;

      -- Snapshots of followed datasets that nobody can hand over any more.
      CREATE TABLE gone_snapshot (
        dataset     TEXT NOT NULL,
        snapshot_id TEXT NOT NULL,
        PRIMARY KEY (dataset, snapshot_id)
      ) STRICT, WITHOUT ROWID;

      DROP TRIGGER snapshot_follows_current;
      CREATE TRIGGER snapshot_follows_current BEFORE INSERT ON snapshot
      WHEN NEW.prev_snapshot_id IS NOT
          (SELECT current_snapshot_id FROM dataset_state WHERE dataset = NEW.dataset)
        AND NOT EXISTS
          (SELECT 1 FROM followed_dataset WHERE dataset = NEW.dataset AND begins_at = NEW.snapshot_id)
      BEGIN SELECT RAISE(ABORT, 'a snapshot follows the current one'); END;
    `,
  },
];
