import { sha256Hex, type Signer } from '@stackcheck/signing';
import type { Dataset } from '../life/dataset';
import { publishWithDeltas } from './publish-with-deltas';
import { describeFaults } from '../life/guards';
import type { DatasetState, Lease, SnapshotStore } from '../store/snapshot-store';
import { describeContent } from '../life/prepare-content';
import { seal, statesTheSame, type PreparedContent } from '../sealing/seal';
import type { Manifest, SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
import { withLease, type BusyOutcome, type LeaseDeps } from './with-lease';

/** What came of sealing anew; `none`: there is no snapshot, `kept`: this version states nothing else. */
export type ResealOutcome =
  | { readonly kind: 'published'; readonly manifest: Manifest }
  | { readonly kind: 'kept'; readonly snapshotId: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }
  | BusyOutcome;

/** What sealing anew needs. */
export interface ResealDeps extends LeaseDeps {
  readonly signer: Signer;
  /** The known keys: what they do not vouch for is not signed again. */
  readonly verifiers: VerifierMap;
}

type Plan =
  | { readonly kind: 'reseal'; readonly current: StoredSnapshot; readonly prepared: PreparedContent }
  | Exclude<ResealOutcome, { readonly kind: 'published' | 'busy' }>;

/**
 * Seals the current content anew when this version of the program states something else about it, e.g. another image
 * table, without asking upstream: so an upgraded installation serves what it has. The new snapshot is as old as the one it
 * replaces, in its time and in its freshness. Starters are `publishStarter`'s.
 */
export async function resealCurrent(dataset: Dataset, deps: ResealDeps): Promise<ResealOutcome> {
  // Most starts find nothing to do, and need not wait for a lease to find that.
  const found = plan(dataset, deps);
  if (found.kind !== 'reseal') return found;
  return withLease<ResealOutcome>(dataset.descriptor.id, deps, async (lease) => {
    const planned = plan(dataset, deps);
    if (planned.kind !== 'reseal') return planned;
    const { store, signer } = deps;
    const { manifest } = planned.current;
    const state = store.state(dataset.descriptor.id);
    const snapshot = seal(dataset, planned.prepared, {
      nowMs: Date.parse(manifest.fetched_at),
      previous: manifest,
      upstreamEtag: manifest.upstream_etag,
      signer,
      starter: false,
      retrievedFrom: manifest.retrieved_from,
    });
    const nowMs = state.refreshedAt ?? Date.parse(manifest.fetched_at);
    publishWithDeltas(dataset, lease, snapshot, { validators: state.validators, nowMs }, deps);
    restoreRefusal(store, lease, state);
    return { kind: 'published', manifest: snapshot.manifest };
  });
}

function plan(dataset: Dataset, { store, signer, verifiers }: ResealDeps): Plan {
  const { currentSnapshotId } = store.state(dataset.descriptor.id);
  const current = currentSnapshotId === null ? undefined : store.find(dataset.descriptor.id, currentSnapshotId);
  if (current === undefined) return { kind: 'none' };
  const { manifest, content: bytes } = current;
  if (manifest.starter) return { kind: 'kept', snapshotId: manifest.snapshot_id };
  if (sha256Hex(bytes) !== manifest.sha256) return refused('its stored content is damaged');
  const described = describe(dataset, bytes);
  if (described === undefined) return refused('another version of this program wrote it in a form that is not known');
  if (statesTheSame(dataset, manifest, described.prepared, signer.keyId)) {
    return { kind: 'kept', snapshotId: manifest.snapshot_id };
  }
  const fault = manifestFault(manifest, verifiers);
  if (fault !== undefined) return refused(fault);
  const faults = dataset.guard(described.content, undefined).filter(({ overridable }) => !overridable);
  if (faults.length > 0) return refused(describeFaults(faults));
  return { kind: 'reseal', current, prepared: described.prepared };
}

/** Undefined when the content cannot be worked with: it was made by a version that kept other records. */
function describe(
  dataset: Dataset,
  bytes: Uint8Array,
): { readonly content: SnapshotContent; readonly prepared: PreparedContent } | undefined {
  try {
    const content = JSON.parse(new TextDecoder().decode(bytes)) as SnapshotContent;
    return { content, prepared: describeContent(dataset, content, bytes) };
  } catch {
    return undefined;
  }
}

/** Publishing clears why the last refresh failed, and nothing was refreshed here. */
function restoreRefusal(store: SnapshotStore, lease: Lease, state: DatasetState): void {
  if (state.refusal !== null && state.attemptedAt !== null) store.refuse(lease, state.refusal, state.attemptedAt);
}

function refused(reason: string): Extract<ResealOutcome, { readonly kind: 'refused' }> {
  return { kind: 'refused', reason };
}
