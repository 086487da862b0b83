import { LeaseLostError, StoreError, type Lease } from '@stackcheck/datasets/store';
import type { SnapshotStore } from '@stackcheck/datasets';
import type { Validators } from '@stackcheck/datasets/fetch';
import { migrate } from '../migrate';
import { openDatabase, type Connection } from '../open';
import { storageFault } from '../storage-fault';
import { SNAPSHOT_MIGRATIONS } from './migrations';
import { followedStore } from './followed-store';
import { INSERT_DELTA, insertSnapshot, toRow } from './snapshot-rows';
import { prepareQueries } from './queries';

/** A snapshot store on a file, to be closed when done. */
export interface SqliteSnapshotStore extends SnapshotStore {
  close(): void;
}

/**
 * Opens `snapshots.db` for writing, creating it when absent. For the ingest worker alone; several workers may have it
 * open, since every write takes the file's write lock first and carries its lease's token.
 */
export function openSnapshotStore(path: string): SqliteSnapshotStore {
  const database = openDatabase(path);
  try {
    explained(path, () => migrate(database, SNAPSHOT_MIGRATIONS));
    return explainFaults(path, storeOn(database));
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The same store, whose methods throw a fault of its storage as one that an operator can read. */
function explainFaults(path: string, store: SqliteSnapshotStore): SqliteSnapshotStore {
  const methods = Object.entries(store as unknown as Record<string, (...args: unknown[]) => unknown>);
  const watched = methods.map(([name, method]) => [
    name,
    (...args: unknown[]) => explained(path, () => method(...args)),
  ]);
  return Object.fromEntries(watched) as SqliteSnapshotStore;
}

function explained<Result>(path: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const fault = storageFault(error, path);
    if (fault === undefined) throw error;
    throw new StoreError(`"${path}" cannot be used: ${fault.reason}`, { cause: error });
  }
}

function storeOn(database: Connection): SqliteSnapshotStore {
  const run = (sql: string, ...values: readonly unknown[]) => database.prepare(sql).run(...values);

  /** The whole write in one transaction that begins with the write lock, after proving that the lease is the newest. */
  const fenced = <Result>(lease: Lease, write: () => Result): Result =>
    database
      .transaction(() => {
        const newest = database
          .prepare('SELECT 1 FROM lease WHERE dataset = ? AND owner = ? AND token = ?')
          .get(lease.dataset, lease.owner, lease.token);
        if (newest === undefined) throw new LeaseLostError(lease);
        run('INSERT INTO dataset_state (dataset) VALUES (?) ON CONFLICT DO NOTHING', lease.dataset);
        return write();
      })
      .immediate();

  const refreshed = (lease: Lease, validators: Validators, nowMs: number): void => {
    run(
      `UPDATE dataset_state SET refreshed_at = max(coalesce(refreshed_at, @nowMs), @nowMs), attempted_at = @nowMs,
              refusal = NULL, validators_url = @url, etag = @etag, last_modified = @lastModified
       WHERE dataset = @dataset`,
      { nowMs, ...validators, dataset: lease.dataset },
    );
  };

  return {
    ...prepareQueries(database),
    ...followedStore(database, fenced),

    dataVersion: () => database.pragma('data_version', { simple: true }) as number,

    acquireLease: (dataset, owner, nowMs, ttlMs) =>
      // Not in one statement that returns the token: `get` reads a row of it and loses a fault of the commit that follows.
      database
        .transaction(() => {
          const { changes } = run(TAKE_LEASE, { dataset, owner, nowMs, expiresAt: nowMs + ttlMs });
          if (changes === 0) return undefined;
          const token = database.prepare<[string], number>('SELECT token FROM lease WHERE dataset = ?').pluck();
          return { dataset, owner, token: token.get(dataset)! };
        })
        .immediate(),

    renewLease: (lease, nowMs, ttlMs) =>
      run(
        'UPDATE lease SET expires_at = ? WHERE dataset = ? AND owner = ? AND token = ?',
        nowMs + ttlMs,
        lease.dataset,
        lease.owner,
        lease.token,
      ).changes === 1,

    releaseLease: (lease) => {
      run(
        'UPDATE lease SET owner = NULL, expires_at = 0 WHERE dataset = ? AND owner = ? AND token = ?',
        lease.dataset,
        lease.owner,
        lease.token,
      );
    },

    publish: (lease, snapshot, validators, nowMs, { withdraw, deltas = [] } = {}) => {
      const rows = Array.from(deltas, toRow);
      fenced(lease, () => {
        insertSnapshot(database, snapshot);
        run(
          'UPDATE dataset_state SET current_snapshot_id = ? WHERE dataset = ?',
          snapshot.manifest.snapshot_id,
          lease.dataset,
        );
        refreshed(lease, validators, nowMs);
        const { snapshot_id: id, prev_snapshot_id: previous } = snapshot.manifest;
        run('DELETE FROM delta WHERE dataset = ? AND to_id IS NOT ? AND to_id IS NOT ?', lease.dataset, id, previous);
        for (const row of rows) run(INSERT_DELTA, row);
        if (withdraw !== undefined) {
          run('INSERT INTO withdrawn_content VALUES (?, ?) ON CONFLICT DO NOTHING', lease.dataset, withdraw);
        }
      });
    },

    addDeltas: (lease, deltas) => {
      const rows = Array.from(deltas, toRow);
      fenced(lease, () => {
        for (const row of rows) run(INSERT_DELTA, row);
      });
    },

    confirm: (lease, validators, nowMs) => {
      fenced(lease, () => refreshed(lease, validators, nowMs));
    },

    refuse: (lease, reason, nowMs) => {
      fenced(lease, () =>
        run('UPDATE dataset_state SET attempted_at = ?, refusal = ? WHERE dataset = ?', nowMs, reason, lease.dataset),
      );
    },

    remove: (lease, snapshotIds) =>
      fenced(lease, () => {
        const removeOne = database.prepare(
          `DELETE FROM snapshot WHERE dataset = @dataset AND snapshot_id = @id
           AND snapshot_id IS NOT (SELECT current_snapshot_id FROM dataset_state WHERE dataset = @dataset)`,
        );
        return snapshotIds.reduce((removed, id) => removed + removeOne.run({ dataset: lease.dataset, id }).changes, 0);
      }),

    close: () => {
      database.close();
    },
  };
}

const TAKE_LEASE = `INSERT INTO lease (dataset, owner, token, expires_at) VALUES (@dataset, @owner, 1, @expiresAt)
  ON CONFLICT (dataset) DO UPDATE SET owner = @owner, token = token + 1, expires_at = @expiresAt
  WHERE owner IS NULL OR owner = @owner OR expires_at <= @nowMs`;
