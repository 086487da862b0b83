import type { Signer } from '@stackcheck/signing';
import type { DatasetParts, DatasetVerbs } from '../life/dataset';
import { describeFaults } from '../life/guards';
import { seal, statesTheSame, type PreparedContent } from '../sealing/seal';
import { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
import type { Manifest, StoredSnapshot } from '../snapshot/snapshot';
import type { DatasetState, Lease, SnapshotStore } from '../store/snapshot-store';
import { publishWithDeltas } from './publish-with-deltas';
import { withLease, type BusyOutcome, type LeaseDeps } from './with-lease';

/** What came of sealing again; `none`: there is no snapshot, `kept`: this version states nothing else. */
export type ResealOutcome =
  | { readonly kind: 'published'; readonly manifest: Manifest }
  | { readonly kind: 'kept'; readonly snapshotId: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }
  | BusyOutcome;

/** What sealing again needs. */
export interface ResealDeps extends LeaseDeps, DatasetParts {
  readonly signer: Signer;
  /** The known keys: what they do not vouch for is not signed again. */
  readonly verifiers: VerifierMap;
}

/** A snapshot to seal again, or the outcome where nothing is to be done. */
type Plan =
  | { readonly kind: 'reseal'; readonly current: StoredSnapshot; readonly prepared: PreparedContent }
  | Exclude<ResealOutcome, { readonly kind: 'published' | 'busy' }>;

/**
 * Seals the current content again when this version of the program states something else about it, e.g. another image
 * table, or under another key, without asking upstream: so an upgraded installation serves what it has. The new snapshot is
 * as old as the one it replaces, in its time and in its freshness. Starters are `publishStarter`'s.
 */
export async function resealCurrent(dataset: DatasetVerbs, deps: ResealDeps): Promise<ResealOutcome> {
  // Most starts find nothing to do, and need not wait for a lease to find that.
  const found = plan(dataset, deps);
  if (found.kind !== 'reseal') return found;
  return withLease<ResealOutcome>(dataset.descriptor.id, deps, async (lease) => {
    const planned = plan(dataset, deps);
    if (planned.kind !== 'reseal') return planned;
    const opened = await dataset.open(planned.current, deps, true);
    if (!opened.ok) return refused(opened.fault);
    try {
      return publishAgain(dataset, lease, planned, opened.content, deps);
    } finally {
      dataset.close(opened.content);
    }
  });
}

function publishAgain(
  dataset: DatasetVerbs,
  lease: Lease,
  { current, prepared }: Extract<Plan, { readonly kind: 'reseal' }>,
  content: unknown,
  deps: ResealDeps,
): ResealOutcome {
  const { store, signer } = deps;
  const faults = dataset.guard(content, undefined).filter(({ overridable }) => !overridable);
  if (faults.length > 0) return refused(describeFaults(faults));
  const { manifest } = current;
  const state = store.state(dataset.descriptor.id);
  const madeAt = Date.parse(manifest.fetched_at);
  const snapshot = seal(dataset, prepared, {
    nowMs: madeAt,
    previous: manifest,
    upstreamEtag: manifest.upstream_etag,
    signer,
    starter: false,
    retrievedFrom: manifest.retrieved_from,
  });
  const previous = { snapshot: current, content };
  const publication = { validators: state.validators, nowMs: state.refreshedAt ?? madeAt, previous };
  publishWithDeltas(dataset, lease, { snapshot, content }, publication, deps);
  restoreRefusal(store, lease, state);
  return { kind: 'published', manifest: snapshot.manifest };
}

function plan(dataset: DatasetVerbs, { store, signer, verifiers }: ResealDeps): Plan {
  const { id } = dataset.descriptor;
  const { currentSnapshotId } = store.state(id);
  const current = currentSnapshotId === null ? undefined : store.find(id, currentSnapshotId);
  if (current === undefined) return { kind: 'none' };
  const { manifest } = current;
  if (manifest.starter) return { kind: 'kept', snapshotId: manifest.snapshot_id };
  const stated = dataset.reseal(current);
  if (!stated.ok) return refused(stated.fault);
  if (statesTheSame(dataset, manifest, stated.prepared, signer.keyId)) {
    return { kind: 'kept', snapshotId: manifest.snapshot_id };
  }
  const fault = manifestFault(manifest, verifiers);
  return fault === undefined ? { kind: 'reseal', current, prepared: stated.prepared } : refused(fault);
}

/** Publishing clears why the last refresh failed, and nothing was refreshed here. */
function restoreRefusal(store: SnapshotStore, lease: Lease, state: DatasetState): void {
  if (state.refusal !== null && state.attemptedAt !== null) store.refuse(lease, state.refusal, state.attemptedAt);
}

function refused(reason: string): Extract<ResealOutcome, { readonly kind: 'refused' }> {
  return { kind: 'refused', reason };
}
