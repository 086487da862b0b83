import type { Signer } from '@stackcheck/signing';
import type { DatasetParts, DatasetVerbs, Sealed } from '../life/dataset';
import { seal, type PreparedContent } from '../sealing/seal';
import type { Manifest, StoredSnapshot } from '../snapshot/snapshot';
import type { Lease } from '../store/snapshot-store';
import { NO_VALIDATORS } from '../upstream/upstream';
import { publishWithDeltas } from './publish-with-deltas';
import { withLease, type BusyOutcome, type LeaseDeps } from './with-lease';

/** What a rollback needs. */
export interface RollbackDeps extends LeaseDeps, DatasetParts {
  readonly signer: Signer;
}

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
  dataset: DatasetVerbs,
  snapshotId: string,
  deps: RollbackDeps,
): Promise<RollbackOutcome> {
  return withLease<RollbackOutcome>(dataset.descriptor.id, deps, async (lease) => {
    const found = await openTarget(dataset, snapshotId, deps);
    if (found.kind === 'refused') return found;
    try {
      return await publishAgain(dataset, lease, found.target, found.prepared, found.current, deps);
    } finally {
      dataset.close(found.target.content);
    }
  });
}

/** What a rollback would do: `withdraws` is the snapshot that is current now. */
export type RollbackPreview =
  { readonly kind: 'possible'; readonly withdraws: string } | { readonly kind: 'refused'; readonly reason: string };

/** Whether `rollbackTo` would publish, and what it would withdraw. Writes nothing, and takes no lease. */
export async function previewRollback(
  dataset: DatasetVerbs,
  snapshotId: string,
  deps: Pick<RollbackDeps, 'store'> & DatasetParts,
): Promise<RollbackPreview> {
  const found = await openTarget(dataset, snapshotId, deps);
  if (found.kind === 'refused') return found;
  dataset.close(found.target.content);
  return { kind: 'possible', withdraws: found.current.snapshot_id };
}

type Target =
  | {
      readonly kind: 'found';
      readonly target: Sealed<unknown>;
      readonly prepared: PreparedContent;
      readonly current: Manifest;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** The snapshot to go back to, opened; the caller closes it. */
async function openTarget(
  dataset: DatasetVerbs,
  snapshotId: string,
  deps: Pick<RollbackDeps, 'store'> & DatasetParts,
): Promise<Target> {
  const { id } = dataset.descriptor;
  const snapshot = deps.store.find(id, snapshotId);
  const current = deps.store.list(id)[0];
  if (snapshot === undefined || current === undefined) return refused(`there is no snapshot "${snapshotId}"`);
  if (snapshot.manifest.sha256 === current.sha256) return refused('the current snapshot has this content already');
  if (snapshot.manifest.starter) return refused('it is the embedded starter, which never follows real data');
  const stated = dataset.reseal(snapshot);
  if (!stated.ok) return refused(stated.fault);
  const opened = await dataset.open(snapshot, deps, true);
  if (!opened.ok) return refused(opened.fault);
  return { kind: 'found', target: { snapshot, content: opened.content }, prepared: stated.prepared, current };
}

async function publishAgain(
  dataset: DatasetVerbs,
  lease: Lease,
  { snapshot: target, content }: Sealed<unknown>,
  prepared: PreparedContent,
  current: Manifest,
  deps: RollbackDeps,
): Promise<RollbackOutcome> {
  const nowMs = deps.clock.now();
  const snapshot = seal(dataset, prepared, {
    nowMs,
    previous: current,
    upstreamEtag: null,
    signer: deps.signer,
    starter: false,
    retrievedFrom: target.manifest.retrieved_from,
  });
  const previous = await openIfIntact(dataset, deps.store.find(current.dataset, current.snapshot_id), deps);
  try {
    const publication = { validators: NO_VALIDATORS, nowMs, previous, withdraw: current.sha256 };
    publishWithDeltas(dataset, lease, { snapshot, content }, publication, deps);
  } finally {
    if (previous !== undefined) dataset.close(previous.content);
  }
  return { kind: 'published', manifest: snapshot.manifest, withdrawn: current.snapshot_id };
}

/** The snapshot being rolled back, for the deltas from it; a damaged one is done without. */
async function openIfIntact(
  dataset: DatasetVerbs,
  snapshot: StoredSnapshot | undefined,
  deps: RollbackDeps,
): Promise<Sealed<unknown> | undefined> {
  const opened = snapshot && (await dataset.open(snapshot, deps));
  return snapshot && opened?.ok ? { snapshot, content: opened.content } : undefined;
}

function refused(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason };
}
