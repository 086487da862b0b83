import type { DatasetParts } from '../life/dataset';
import { registeredDataset } from '../registry/registry';
import type { DatasetId, Manifest } from '../snapshot/snapshot';
import { withLease, type BusyOutcome, type LeaseDeps } from './with-lease';

/** Which snapshots are kept: the newest ones and the young ones, whichever is more. */
export interface Retention {
  readonly keepCount: number;
  readonly keepDays: number;
}

/** Enough for clients that come once a month for the changes since their last snapshot. */
export const DEFAULT_RETENTION: Retention = { keepCount: 60, keepDays: 30 };

const DAY_MS = 86_400_000;

/** What was removed. */
export type GarbageOutcome = { readonly kind: 'removed'; readonly snapshotIds: readonly string[] } | BusyOutcome;

/** Removes the snapshots that retention does not keep, with their files. The current one always stays. */
export async function removeOldSnapshots(
  dataset: DatasetId,
  retention: Retention,
  deps: LeaseDeps & DatasetParts,
): Promise<GarbageOutcome> {
  return withLease<GarbageOutcome>(dataset, deps, async (lease) => {
    const snapshotIds = expendable(deps.store.list(dataset), retention, deps.clock.now());
    deps.store.remove(lease, snapshotIds);
    registeredDataset(dataset).sweep?.(deps.store, deps, deps.clock.now());
    return { kind: 'removed', snapshotIds };
  });
}

/** Ids of the snapshots that `removeOldSnapshots` would remove. Writes nothing, and takes no lease. */
export function previewRemoval(
  dataset: DatasetId,
  retention: Retention,
  { store, clock }: Pick<LeaseDeps, 'store' | 'clock'>,
): readonly string[] {
  return expendable(store.list(dataset), retention, clock.now());
}

/** Ids of the snapshots that may go. @param manifests newest first, the first being the current one */
export function expendable(manifests: readonly Manifest[], retention: Retention, nowMs: number): readonly string[] {
  const youngerThan = nowMs - retention.keepDays * DAY_MS;
  return manifests
    .slice(Math.max(1, retention.keepCount))
    .filter((manifest) => Date.parse(manifest.fetched_at) < youngerThan)
    .map((manifest) => manifest.snapshot_id);
}
