import type { Dataset } from '../life/dataset';
import type { Lease, SnapshotStore } from '../store/snapshot-store';
import type { Validators } from '../upstream/upstream';
import type { StoredSnapshot } from '../snapshot/snapshot';
import { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
import { withLease, type BusyOutcome, type LeaseDeps } from './with-lease';
import { deltasTo, startsOf, type DeltaDeps } from '../delta/deltas-to';
import { deltaFault } from '../delta/signed-delta';

/** What publishing a sealed snapshot needs. */
export interface PublishSealedDeps extends DeltaDeps {
  readonly store: SnapshotStore;
}

/** When upstream was asked, and what else is recorded with the snapshot. */
export interface Publication {
  readonly validators: Validators;
  readonly nowMs: number;
  /** SHA-256 of a content that this snapshot rolls back. */
  readonly withdraw?: string;
}

/** Publishes a sealed snapshot together with the deltas that lead to it, in one transaction (see `SnapshotStore.publish`). */
export function publishWithDeltas(
  dataset: Dataset,
  lease: Lease,
  snapshot: StoredSnapshot,
  { validators, nowMs, withdraw }: Publication,
  deps: PublishSealedDeps,
): void {
  deps.store.publish(lease, snapshot, validators, nowMs, {
    deltas: deltasTo(dataset, snapshot, deps),
    ...(withdraw === undefined ? {} : { withdraw }),
  });
}

/** What came of making missing deltas. */
export type RemakeOutcome = { readonly kind: 'made'; readonly from: readonly string[] } | BusyOutcome;

/** What making missing deltas needs. */
export interface RemakeDeps extends LeaseDeps {
  readonly signer: DeltaDeps['signer'];
  /** The known keys: a delta that they do not vouch for is made anew. */
  readonly verifiers: VerifierMap;
}

/**
 * Makes the deltas to the current snapshot that are missing or damaged: after an upgrade from a version that made none, and
 * after a change of the stored bytes. `from` names those that can be had now; what cannot be made at all is left out.
 */
export async function remakeDeltas(dataset: Dataset, deps: RemakeDeps): Promise<RemakeOutcome> {
  // Most starts find nothing to do, and need not wait for a lease to find that.
  if (find(dataset, deps).missing.length === 0) return { kind: 'made', from: [] };
  return withLease<RemakeOutcome>(dataset.descriptor.id, deps, async (lease) => {
    const { current, missing } = find(dataset, deps);
    const from: string[] = [];
    if (current === undefined) return { kind: 'made', from };
    const { store } = deps;
    for (const delta of deltasTo(dataset, current, deps, missing)) {
      store.addDeltas(lease, [delta]);
      from.push(delta.from);
    }
    return { kind: 'made', from };
  });
}

/** The current snapshot, and from where deltas to it are missing. */
function find(
  dataset: Dataset,
  { store, verifiers }: RemakeDeps,
): { readonly current?: StoredSnapshot; readonly missing: readonly string[] } {
  const { id } = dataset.descriptor;
  const { currentSnapshotId } = store.state(id);
  const current = currentSnapshotId === null ? undefined : store.find(id, currentSnapshotId);
  // What this version would not serve it does not vouch for either.
  if (!dataset.records || !current || manifestFault(current.manifest, verifiers) !== undefined) return { missing: [] };
  const to = current.manifest.snapshot_id;
  const missing = startsOf(current, store).filter((from) => {
    const stored = store.delta(id, from, to);
    return stored === undefined || deltaFault(stored, verifiers) !== undefined;
  });
  return { current, missing };
}
