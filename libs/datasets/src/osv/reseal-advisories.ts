import { NO_VALIDATORS } from '../upstream/upstream';
import type { DatasetState, Lease } from '../store/snapshot-store';
import type { ResealOutcome } from '../publish/reseal';
import type { RollbackOutcome } from '../publish/rollback';
import { seal, statesTheSame } from '../sealing/seal';
import type { Manifest, StoredSnapshot } from '../snapshot/snapshot';
import { manifestFault, type VerifierMap } from '../sealing/verify-manifest';
import { withLease } from '../publish/with-lease';
import { advisoryDeltas, type OpenSnapshot } from './advisory-deltas';
import { OSV_DESCRIPTOR } from './descriptor';
import { asStored, fileOf } from './document';
import { recordsFault } from './live-advisories';
import { IndexFileError, type IndexFile } from '../snapshot/index-file';
import type { AdvisoryReader } from './ports';
import { INDEXES_KEPT, type AdvisoryDeps } from './publish-advisories';

const DATASET = { descriptor: OSV_DESCRIPTOR };
const { id: DATASET_ID } = OSV_DESCRIPTOR;

/**
 * Seals the current index anew when this version of the program states something else about it, or under another key (see
 * `resealCurrent`). The index file stays the same.
 */
export async function resealAdvisories(
  deps: AdvisoryDeps & { readonly verifiers: VerifierMap },
): Promise<ResealOutcome> {
  const planned = (): ResealOutcome | StoredSnapshot => {
    const { currentSnapshotId } = deps.store.state(DATASET_ID);
    const stored = currentSnapshotId === null ? undefined : deps.store.find(DATASET_ID, currentSnapshotId);
    if (stored === undefined) return { kind: 'none' };
    const { manifest } = stored;
    if (manifest.starter) return { kind: 'kept', snapshotId: manifest.snapshot_id };
    const file = fileOf(stored.content);
    if (file === undefined) return refused('another version of this program wrote it in a form that is not known');
    if (statesTheSame(DATASET, manifest, asStored(stored, file), deps.signer.keyId)) {
      return { kind: 'kept', snapshotId: manifest.snapshot_id };
    }
    const fault = manifestFault(manifest, deps.verifiers);
    return fault === undefined ? stored : refused(fault);
  };
  // Most starts find nothing to do, and need not wait for a lease to find that.
  const found = planned();
  if ('kind' in found) return found;
  return withLease<ResealOutcome>(DATASET_ID, deps, async (lease) => {
    const stored = planned();
    if ('kind' in stored) return stored;
    const state = deps.store.state(DATASET_ID);
    const madeAt = Date.parse(stored.manifest.fetched_at);
    return withRecords(stored, deps, (file, reader) => {
      const snapshot = sealStored(stored, file, stored.manifest, madeAt, deps);
      publish(
        lease,
        snapshot,
        { file, reader },
        { ...deps, state, nowMs: state.refreshedAt ?? madeAt, previous: { manifest: stored.manifest, file, reader } },
      );
      // Publishing clears why the last refresh failed, and nothing was refreshed here.
      if (state.refusal !== null && state.attemptedAt !== null) {
        deps.store.refuse(lease, state.refusal, state.attemptedAt);
      }
      return { kind: 'published', manifest: snapshot.manifest };
    });
  });
}

/** Makes an earlier snapshot's index current again, as a new snapshot (see `rollbackTo`). */
export async function rollbackAdvisories(snapshotId: string, deps: AdvisoryDeps): Promise<RollbackOutcome> {
  return withLease<RollbackOutcome>(DATASET_ID, deps, async (lease) => {
    const target = deps.store.find(DATASET_ID, snapshotId);
    const [current] = deps.store.list(DATASET_ID);
    if (target === undefined || current === undefined) return refused(`there is no snapshot "${snapshotId}"`);
    if (target.manifest.sha256 === current.sha256) return refused('the current snapshot has this content already');
    if (target.manifest.starter) return refused('it is the embedded starter, which never follows real data');
    const nowMs = deps.clock.now();
    const previous = await openIfIntact(current, deps);
    try {
      return await withRecords(target, deps, (file, reader) => {
        const snapshot = sealStored(target, file, current, nowMs, deps);
        const publication = { ...deps, state: undefined, nowMs, previous, withdraw: current.sha256 };
        publish(lease, snapshot, { file, reader }, publication);
        return { kind: 'published', manifest: snapshot.manifest, withdrawn: current.snapshot_id };
      });
    } finally {
      previous?.reader.close();
    }
  });
}

/** The snapshot being rolled back, for the deltas from it; a damaged one is done without. */
async function openIfIntact(manifest: Manifest, { store, files }: AdvisoryDeps): Promise<OpenSnapshot | undefined> {
  const stored = store.find(DATASET_ID, manifest.snapshot_id);
  const file = stored && fileOf(stored.content);
  try {
    return file && { manifest, file, reader: await files.open(file) };
  } catch (error) {
    if (error instanceof IndexFileError) return undefined;
    throw error;
  }
}

/** Reads all records before anything is signed again: what is damaged is not vouched for. */
async function withRecords<Outcome>(
  stored: StoredSnapshot,
  { files }: AdvisoryDeps,
  run: (file: IndexFile, reader: AdvisoryReader) => Outcome,
): Promise<Outcome | { readonly kind: 'refused'; readonly reason: string }> {
  const file = fileOf(stored.content);
  if (file === undefined) return refused('another version of this program wrote it in a form that is not known');
  try {
    const reader = await files.open(file);
    try {
      const fault = recordsFault(reader, stored);
      return fault === undefined ? run(file, reader) : refused(fault);
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof IndexFileError) return refused(error.message);
    throw error;
  }
}

function sealStored(
  stored: StoredSnapshot,
  file: IndexFile,
  previous: Manifest,
  nowMs: number,
  { signer }: AdvisoryDeps,
): StoredSnapshot {
  return seal(DATASET, asStored(stored, file), {
    nowMs,
    previous,
    upstreamEtag: stored.manifest.upstream_etag,
    signer,
    starter: false,
    retrievedFrom: stored.manifest.retrieved_from,
  });
}

interface Publication extends Pick<AdvisoryDeps, 'store' | 'files' | 'signer'> {
  readonly verifiers?: VerifierMap;
  /** Validators go on being valid only where nothing but the seal is new. */
  readonly state: DatasetState | undefined;
  readonly nowMs: number;
  /** The snapshot before, where its index can be read. */
  readonly previous: OpenSnapshot | undefined;
  readonly withdraw?: string;
}

function publish(
  lease: Lease,
  snapshot: StoredSnapshot,
  index: { readonly file: IndexFile; readonly reader: AdvisoryReader },
  { store, files, signer, verifiers, state, nowMs, previous, withdraw }: Publication,
): void {
  const deps = { store, files, signer, fromCount: INDEXES_KEPT, ...(verifiers && { verifiers }) };
  store.publish(lease, snapshot, state?.validators ?? NO_VALIDATORS, nowMs, {
    deltas: advisoryDeltas({ manifest: snapshot.manifest, ...index }, previous, deps),
    ...(withdraw === undefined ? {} : { withdraw }),
  });
}

function refused(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason };
}
