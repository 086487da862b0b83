import type { DatasetParts, DatasetVerbs, DeltasDeps, Sealed } from '../life/dataset';
import type { VerifierMap } from '../sealing/verify-manifest';
import type { Lease, SnapshotStore } from '../store/snapshot-store';
import type { Validators } from '../upstream/upstream';
import { withLease, type BusyOutcome, type LeaseDeps } from './with-lease';

/** What publishing a sealed snapshot needs. */
export interface PublishSealedDeps extends DeltasDeps {
  readonly store: SnapshotStore;
}

/** When upstream was asked, and what else is recorded with the snapshot. */
export interface Publication<Content = unknown> {
  readonly validators: Validators;
  readonly nowMs: number;
  /** The snapshot before, where its data can be read. */
  readonly previous: Sealed<Content> | undefined;
  /** SHA-256 of a content that this snapshot rolls back. */
  readonly withdraw?: string;
}

/** Publishes a sealed snapshot together with the deltas that lead to it, in one transaction (see `SnapshotStore.publish`). */
export function publishWithDeltas<Content>(
  dataset: DatasetVerbs<Content>,
  lease: Lease,
  to: Sealed<Content>,
  { validators, nowMs, previous, withdraw }: Publication<Content>,
  { store, signer, verifiers, advisoryFiles }: PublishSealedDeps,
): void {
  const deps = { store, signer, ...(verifiers && { verifiers }), ...(advisoryFiles && { advisoryFiles }) };
  store.publish(lease, to.snapshot, validators, nowMs, {
    deltas: dataset.deltas(to, previous, deps),
    ...(withdraw === undefined ? {} : { withdraw }),
  });
}

/** What came of making missing deltas. */
export type RemakeOutcome = { readonly kind: 'made'; readonly from: readonly string[] } | BusyOutcome;

/** What making missing deltas needs. */
export interface RemakeDeps extends LeaseDeps, DatasetParts {
  readonly signer: DeltasDeps['signer'];
  /** The known keys: a delta that they do not vouch for is made again. */
  readonly verifiers: VerifierMap;
}

/**
 * Makes the deltas to the current snapshot that are missing or damaged: after an upgrade from a version that made none, and
 * after a change of the stored bytes. `from` names those that can be had now; what cannot be made at all is left out.
 */
export async function remakeDeltas(dataset: DatasetVerbs, deps: RemakeDeps): Promise<RemakeOutcome> {
  // Most starts find nothing to do, and need not wait for a lease to find that.
  if (missing(dataset, deps).from.length === 0) return { kind: 'made', from: [] };
  return withLease<RemakeOutcome>(dataset.descriptor.id, deps, async (lease) => {
    const from: string[] = [];
    for (const delta of missing(dataset, deps).make()) {
      deps.store.addDeltas(lease, [delta]);
      from.push(delta.from);
    }
    return { kind: 'made', from };
  });
}

function missing(dataset: DatasetVerbs, deps: RemakeDeps): ReturnType<DatasetVerbs['missingDeltas']> {
  const { id } = dataset.descriptor;
  const { currentSnapshotId } = deps.store.state(id);
  const current = currentSnapshotId === null ? undefined : deps.store.find(id, currentSnapshotId);
  return current ? dataset.missingDeltas(current, deps) : { from: [], make: () => [] };
}
