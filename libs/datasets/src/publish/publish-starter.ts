import type { Signer } from '@stackcheck/signing';
import type { DatasetParts, DatasetVerbs } from '../life/dataset';
import type { Starter } from '../life/document-definition';
import { describeFaults } from '../life/guards';
import { seal, statesTheSame, type PreparedContent } from '../sealing/seal';
import { IndexFileError } from '../snapshot/index-file';
import type { Manifest, StoredSnapshot } from '../snapshot/snapshot';
import type { Lease } from '../store/snapshot-store';
import { EMBEDDED } from '../upstream/retrieved-from';
import { NO_VALIDATORS } from '../upstream/upstream';
import { publishWithDeltas } from './publish-with-deltas';
import { sameBytes } from './same-bytes';
import { withLease, type BusyOutcome, type LeaseDeps } from './with-lease';

/** What came of offering the starter; `none`: the dataset has none. */
export type StarterOutcome =
  | { readonly kind: 'published'; readonly manifest: Manifest }
  | { readonly kind: 'kept'; readonly snapshotId: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }
  | BusyOutcome;

/** What publishing a starter needs. */
export interface StarterDeps extends LeaseDeps, DatasetParts {
  readonly signer: Signer;
}

/**
 * Publishes the embedded starter where the store has nothing better: no snapshot at all, or the starter of another version
 * of this program, which this one may not even serve. So a fresh or an upgraded installation answers something. It bears
 * the time of its facts, not that of the installation, and says that it is a starter.
 */
export async function publishStarter(dataset: DatasetVerbs, deps: StarterDeps): Promise<StarterOutcome> {
  if (dataset.starter === undefined) return { kind: 'none' };
  // Real data is better whatever its state, and most starts find some; nothing need be made to see that.
  const kept = keptSnapshot(dataset, deps);
  if (kept !== undefined) return kept;
  return withLease<StarterOutcome>(dataset.descriptor.id, deps, async (lease) => {
    const keptNow = keptSnapshot(dataset, deps);
    if (keptNow !== undefined) return keptNow;
    try {
      const starter = await dataset.starter?.(deps);
      if (starter === undefined) return { kind: 'none' };
      try {
        return publishOver(currentStarter(dataset, deps), dataset, lease, starter, deps);
      } finally {
        dataset.close(starter.snapshot);
      }
    } catch (error) {
      if (error instanceof IndexFileError) return { kind: 'refused', reason: error.message };
      throw error;
    }
  });
}

function publishOver(
  current: StoredSnapshot | undefined,
  dataset: DatasetVerbs,
  lease: Lease,
  { asOf, snapshot: content }: Starter<unknown>,
  deps: StarterDeps,
): StarterOutcome {
  const { signer } = deps;
  const prepared = dataset.seal(content);
  if (current && isUpToDate(dataset, current, prepared, signer.keyId)) {
    return { kind: 'kept', snapshotId: current.manifest.snapshot_id };
  }
  // The selection lacks most of upstream's history, so only what keeps the service sound is asked of it.
  const faults = dataset.guard(content, undefined).filter(({ overridable }) => !overridable);
  if (faults.length > 0) return { kind: 'refused', reason: describeFaults(faults) };
  const nowMs = Date.parse(asOf);
  const snapshot = seal(dataset, prepared, {
    nowMs,
    previous: current?.manifest,
    upstreamEtag: null,
    signer,
    starter: true,
    retrievedFrom: EMBEDDED,
  });
  const publication = { validators: NO_VALIDATORS, nowMs, previous: undefined };
  publishWithDeltas(dataset, lease, { snapshot, content }, publication, deps);
  return { kind: 'published', manifest: snapshot.manifest };
}

/** The outcome where there is more than a starter already. */
function keptSnapshot(dataset: DatasetVerbs, deps: StarterDeps): StarterOutcome | undefined {
  const { currentSnapshotId } = deps.store.state(dataset.descriptor.id);
  if (currentSnapshotId === null || currentStarter(dataset, deps) !== undefined) return undefined;
  return { kind: 'kept', snapshotId: currentSnapshotId };
}

function currentStarter({ descriptor: { id } }: DatasetVerbs, { store }: StarterDeps): StoredSnapshot | undefined {
  const { currentSnapshotId } = store.state(id);
  const current = currentSnapshotId === null ? undefined : store.find(id, currentSnapshotId);
  return current?.manifest.starter ? current : undefined;
}

function isUpToDate(
  dataset: DatasetVerbs,
  { manifest, content }: StoredSnapshot,
  prepared: PreparedContent,
  keyId: string,
): boolean {
  return sameBytes(content, prepared.bytes) && statesTheSame(dataset, manifest, prepared, keyId);
}
