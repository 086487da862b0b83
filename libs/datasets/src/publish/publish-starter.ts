import { sha256Hex, type Signer } from '@stackcheck/signing';
import type { Dataset } from '../life/dataset';
import { publishWithDeltas } from './publish-with-deltas';
import { describeFaults } from '../life/guards';
import { prepareContent } from '../life/prepare-content';
import { seal, statesTheSame, type PreparedContent } from '../sealing/seal';
import type { Manifest, StoredSnapshot } from '../snapshot/snapshot';
import { NO_VALIDATORS } from '../upstream/upstream';
import { EMBEDDED } from '../upstream/retrieved-from';
import { withLease, type BusyOutcome, type LeaseDeps } from './with-lease';

/** What came of offering the starter; `none`: the dataset has none. */
export type StarterOutcome =
  | { readonly kind: 'published'; readonly manifest: Manifest }
  | { readonly kind: 'kept'; readonly snapshotId: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }
  | BusyOutcome;

/**
 * Publishes the embedded starter where the store has nothing better: no snapshot at all, or the starter of another version
 * of this program, which this one may not even serve. So a fresh or an upgraded installation answers something. It bears
 * the time of its facts, not that of the installation, and says that it is a starter.
 */
export async function publishStarter(
  dataset: Dataset,
  deps: LeaseDeps & { readonly signer: Signer },
): Promise<StarterOutcome> {
  const starter = dataset.starter?.();
  if (starter === undefined) return { kind: 'none' };
  return withLease<StarterOutcome>(dataset.descriptor.id, deps, async (lease) => {
    const { store, signer } = deps;
    const { currentSnapshotId } = store.state(dataset.descriptor.id);
    const current = currentSnapshotId === null ? undefined : store.find(dataset.descriptor.id, currentSnapshotId);
    const prepared = prepareContent(dataset, starter.snapshot);
    if (currentSnapshotId !== null && !isOutdatedStarter(dataset, current, prepared, signer.keyId)) {
      return { kind: 'kept', snapshotId: currentSnapshotId };
    }
    // The selection lacks most of upstream's history, so only what keeps the service sound is asked of it.
    const faults = dataset.guard(starter.snapshot, undefined).filter(({ overridable }) => !overridable);
    if (faults.length > 0) return { kind: 'refused', reason: describeFaults(faults) };
    const asOfMs = Date.parse(starter.asOf);
    const snapshot = seal(dataset, prepared, {
      nowMs: asOfMs,
      previous: current?.manifest,
      upstreamEtag: null,
      signer,
      starter: true,
      retrievedFrom: EMBEDDED,
    });
    publishWithDeltas(dataset, lease, snapshot, { validators: NO_VALIDATORS, nowMs: asOfMs }, deps);
    return { kind: 'published', manifest: snapshot.manifest };
  });
}

function isOutdatedStarter(
  dataset: Dataset,
  current: StoredSnapshot | undefined,
  prepared: PreparedContent,
  keyId: string,
): boolean {
  if (!current?.manifest.starter) return false;
  const intact = sha256Hex(current.content) === current.manifest.sha256;
  return !intact || !statesTheSame(dataset, current.manifest, prepared, keyId);
}
