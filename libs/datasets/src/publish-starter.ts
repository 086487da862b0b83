import type { Signer } from '@stackcheck/signing';
import type { Dataset } from './dataset';
import { describeFaults } from './guards';
import { prepareContent, seal } from './seal';
import type { Manifest } from './snapshot';
import { NO_VALIDATORS } from './ports';
import { withLease, type BusyOutcome, type LeaseUses } from './with-lease';

/** What came of offering the starter; `none`: the dataset has none. */
export type StarterOutcome =
  | { readonly kind: 'published'; readonly manifest: Manifest }
  | { readonly kind: 'kept'; readonly snapshotId: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }
  | BusyOutcome;

/**
 * Publishes the embedded starter where the store has no snapshot at all, so that a fresh installation answers something.
 * It bears the time of its facts, not that of the installation, and says that it is a starter.
 */
export async function publishStarter(
  dataset: Dataset,
  uses: LeaseUses & { readonly signer: Signer },
): Promise<StarterOutcome> {
  const starter = dataset.starter?.();
  if (starter === undefined) return { kind: 'none' };
  return withLease<StarterOutcome>(dataset.descriptor.id, uses, async (lease) => {
    const { currentSnapshotId } = uses.store.state(dataset.descriptor.id);
    if (currentSnapshotId !== null) return { kind: 'kept', snapshotId: currentSnapshotId };
    // The selection lacks most of upstream's history, so only what keeps the service sound is asked of it.
    const faults = dataset.guard(starter.snapshot, undefined).filter(({ overridable }) => !overridable);
    if (faults.length > 0) return { kind: 'refused', reason: describeFaults(faults) };
    const asOfMs = Date.parse(starter.asOf);
    const snapshot = seal(dataset, prepareContent(dataset, starter.snapshot), {
      nowMs: asOfMs,
      previous: undefined,
      upstreamEtag: null,
      signer: uses.signer,
      starter: true,
    });
    uses.store.publish(lease, snapshot, NO_VALIDATORS, asOfMs);
    return { kind: 'published', manifest: snapshot.manifest };
  });
}
