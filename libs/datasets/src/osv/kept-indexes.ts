import type { AdvisoryFiles } from '../store/advisory-files';
import type { SnapshotReader } from '../store/snapshot-store';
import { OSV_DESCRIPTOR } from './descriptor';
import { filesOf } from './document';

/** Index files and packs of this many of the newest snapshots are kept: a week of them, when nobody refreshes by hand. */
export const INDEXES_KEPT = 28;

/** A snapshot that was sold is handed over again for at least this long after the next one took its place. */
const SOLD_DAYS = 7;
const DAY_MS = 86_400_000;

/** What removing index files needs. */
export interface SweepDeps {
  readonly store: SnapshotReader;
  readonly files: Pick<AdvisoryFiles, 'sweep'>;
  readonly nowMs: number;
}

/**
 * Removes index files and packs of snapshots that are neither among the newest nor could be sold in the last days. To be called under
 * the dataset's lease.
 * @returns how many files went
 */
export function sweepIndexes({ store, files, nowMs }: SweepDeps): number {
  const newestFirst = store.list(OSV_DESCRIPTOR.id);
  const soldAfter = nowMs - SOLD_DAYS * DAY_MS;
  const kept = newestFirst.filter((_manifest, at) => {
    const next = newestFirst[at - 1];
    return at < INDEXES_KEPT || (next !== undefined && Date.parse(next.fetched_at) >= soldAfter);
  });
  return files.sweep(
    kept.flatMap(({ snapshot_id: id }) => {
      const stored = store.find(OSV_DESCRIPTOR.id, id);
      const { file, pack } = (stored && filesOf(stored.content)) ?? {};
      return [...(file ? [file] : []), ...(pack ? [pack] : [])];
    }),
  );
}
