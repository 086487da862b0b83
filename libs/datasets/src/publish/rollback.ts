import { sha256Hex, type Signer } from '@stackcheck/signing';
import type { Dataset } from '../life/dataset';
import { publishWithDeltas } from './publish-with-deltas';
import { describeContent } from '../life/prepare-content';
import { seal } from '../sealing/seal';
import type { Manifest, SnapshotContent } from '../snapshot/snapshot';
import { NO_VALIDATORS } from '../upstream/upstream';
import { withLease, type BusyOutcome, type LeaseDeps } from './with-lease';

/** What came of a rollback. */
export type RollbackOutcome =
  | { readonly kind: 'published'; readonly manifest: Manifest; readonly withdrawn: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | BusyOutcome;

/**
 * Makes an earlier snapshot's content current again, as a *new* snapshot that follows the bad one: clients that
 * remember the newest time they saw go on without a break. The bad content is remembered as withdrawn, so the next
 * refresh does not publish it again, and upstream is asked for its whole document next time.
 */
export async function rollbackTo(
  dataset: Dataset,
  snapshotId: string,
  deps: LeaseDeps & { readonly signer: Signer },
): Promise<RollbackOutcome> {
  return withLease<RollbackOutcome>(dataset.descriptor.id, deps, async (lease) => {
    const { id } = dataset.descriptor;
    const target = deps.store.find(id, snapshotId);
    const current = deps.store.list(id)[0];
    if (target === undefined || current === undefined) return refused(`there is no snapshot "${snapshotId}"`);
    if (target.manifest.sha256 === current.sha256) return refused('the current snapshot has this content already');
    if (target.manifest.starter) return refused('it is the embedded starter, which never follows real data');
    if (sha256Hex(target.content) !== target.manifest.sha256) return refused('its stored content is damaged');
    const content = JSON.parse(new TextDecoder().decode(target.content)) as SnapshotContent;
    const snapshot = seal(dataset, describeContent(dataset, content, target.content), {
      nowMs: deps.clock.now(),
      previous: current,
      upstreamEtag: null,
      signer: deps.signer,
      starter: false,
      retrievedFrom: target.manifest.retrieved_from,
    });
    const nowMs = deps.clock.now();
    publishWithDeltas(dataset, lease, snapshot, { validators: NO_VALIDATORS, nowMs, withdraw: current.sha256 }, deps);
    return { kind: 'published', manifest: snapshot.manifest, withdrawn: current.snapshot_id };
  });
}

function refused(reason: string): RollbackOutcome {
  return { kind: 'refused', reason };
}
