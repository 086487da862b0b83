import type { DatasetId, SnapshotStore } from '@stackcheck/datasets';
import type { Lease } from '@stackcheck/datasets/store';
import type { Connection } from '../open';
import { INSERT_DELTA, insertSnapshot, toRow } from './snapshot-rows';

type Followed = Pick<SnapshotStore, 'adopt' | 'followedSequence' | 'goneIds' | 'isFollowed' | 'noteFollowed'>;

/** The writes of a store that follows a publisher. @param fenced runs a transaction under a lease */
export function followedStore(
  database: Connection,
  fenced: <Result>(lease: Lease, write: () => Result) => Result,
): Followed {
  const run = (sql: string, ...values: readonly unknown[]) => database.prepare(sql).run(...values);
  const pluck = <Value>(sql: string, ...values: readonly unknown[]): readonly Value[] =>
    database
      .prepare(sql)
      .pluck()
      .all(...values) as Value[];

  return {
    followedSequence: () => pluck<number>('SELECT sequence FROM followed_source')[0] ?? null,

    noteFollowed: (sequence) => {
      run('INSERT INTO followed_source VALUES (1, ?) ON CONFLICT DO UPDATE SET sequence = excluded.sequence', sequence);
    },

    isFollowed: (dataset) => pluck('SELECT 1 FROM followed_dataset WHERE dataset = ?', dataset).length > 0,

    goneIds: (dataset: DatasetId) =>
      pluck<string>('SELECT snapshot_id FROM gone_snapshot WHERE dataset = ? ORDER BY snapshot_id', dataset),

    adopt: (lease, { snapshots, kept, deltas, gone, refreshedAt }) => {
      const rows = deltas.map(toRow);
      const { dataset } = lease;
      fenced(lease, () => {
        const first = snapshots[0]?.manifest.snapshot_id ?? null;
        run(
          'INSERT INTO followed_dataset VALUES (?, ?) ON CONFLICT DO UPDATE SET begins_at = excluded.begins_at',
          dataset,
          first,
        );
        for (const snapshot of snapshots) {
          const { snapshot_id: id, prev_snapshot_id: previous } = snapshot.manifest;
          insertSnapshot(database, snapshot);
          run('UPDATE dataset_state SET current_snapshot_id = ? WHERE dataset = ?', id, dataset);
          run('DELETE FROM delta WHERE dataset = ? AND to_id IS NOT ? AND to_id IS NOT ?', dataset, id, previous);
        }
        run(
          `UPDATE dataset_state SET refreshed_at = max(coalesce(refreshed_at, @refreshedAt), @refreshedAt),
                  attempted_at = @refreshedAt, refusal = NULL WHERE dataset = @dataset`,
          { refreshedAt, dataset },
        );
        for (const row of rows) run(INSERT_DELTA, row);
        run(
          `DELETE FROM snapshot WHERE dataset = @dataset AND snapshot_id NOT IN (SELECT value FROM json_each(@kept))
           AND snapshot_id IS NOT (SELECT current_snapshot_id FROM dataset_state WHERE dataset = @dataset)`,
          { dataset, kept: JSON.stringify(kept) },
        );
        run('DELETE FROM gone_snapshot WHERE dataset = ?', dataset);
        for (const id of gone) run('INSERT INTO gone_snapshot VALUES (?, ?)', dataset, id);
      });
    },
  };
}
