import { NO_VALIDATORS, type DatasetState, type Lease } from '../ports';
import type { ResealOutcome } from '../reseal';
import type { RollbackOutcome } from '../rollback';
import { seal, statesTheSame } from '../seal';
import type { Manifest, StoredSnapshot } from '../snapshot';
import { manifestFault, type VerifierMap } from '../verify-snapshot';
import { withLease } from '../with-lease';
import { advisoryDeltas, type OpenSnapshot } from './advisory-deltas';
import { OSV_DESCRIPTOR } from './descriptor';
import { asStored, fileOf } from './document';
import { recordsFault } from './live-advisories';
import { IndexFileError, type AdvisoryReader, type IndexFile } from './ports';
import { INDEXES_KEPT, type AdvisoryUses } from './publish-advisories';

const DATASET = { descriptor: OSV_DESCRIPTOR };
const { id: DATASET_ID } = OSV_DESCRIPTOR;

/**
 * Seals the current index anew when this version of the program states something else about it, or under another key (see
 * `resealCurrent`). The index file stays the same.
 */
export async function resealAdvisories(
  uses: AdvisoryUses & { readonly verifiers: VerifierMap },
): Promise<ResealOutcome> {
  const planned = (): ResealOutcome | StoredSnapshot => {
    const { currentSnapshotId } = uses.store.state(DATASET_ID);
    const stored = currentSnapshotId === null ? undefined : uses.store.find(DATASET_ID, currentSnapshotId);
    if (stored === undefined) return { kind: 'none' };
    const { manifest } = stored;
    if (manifest.starter) return { kind: 'kept', snapshotId: manifest.snapshot_id };
    const file = fileOf(stored.content);
    if (file === undefined) return refused('another version of this program wrote it in a form that is not known');
    if (statesTheSame(DATASET, manifest, asStored(stored, file), uses.signer.keyId)) {
      return { kind: 'kept', snapshotId: manifest.snapshot_id };
    }
    const fault = manifestFault(manifest, uses.verifiers);
    return fault === undefined ? stored : refused(fault);
  };
  // Most starts find nothing to do, and need not wait for a lease to find that.
  const found = planned();
  if ('kind' in found) return found;
  return withLease<ResealOutcome>(DATASET_ID, uses, async (lease) => {
    const stored = planned();
    if ('kind' in stored) return stored;
    const state = uses.store.state(DATASET_ID);
    const madeAt = Date.parse(stored.manifest.fetched_at);
    return withRecords(stored, uses, (file, reader) => {
      const snapshot = sealStored(stored, file, stored.manifest, madeAt, uses);
      publish(
        lease,
        snapshot,
        { file, reader },
        { ...uses, state, nowMs: state.refreshedAt ?? madeAt, previous: { manifest: stored.manifest, file, reader } },
      );
      // Publishing clears why the last refresh failed, and nothing was refreshed here.
      if (state.refusal !== null && state.attemptedAt !== null) {
        uses.store.refuse(lease, state.refusal, state.attemptedAt);
      }
      return { kind: 'published', manifest: snapshot.manifest };
    });
  });
}

/** Makes an earlier snapshot's index current again, as a new snapshot (see `rollbackTo`). */
export async function rollbackAdvisories(snapshotId: string, uses: AdvisoryUses): Promise<RollbackOutcome> {
  return withLease<RollbackOutcome>(DATASET_ID, uses, async (lease) => {
    const target = uses.store.find(DATASET_ID, snapshotId);
    const [current] = uses.store.list(DATASET_ID);
    if (target === undefined || current === undefined) return refused(`there is no snapshot "${snapshotId}"`);
    if (target.manifest.sha256 === current.sha256) return refused('the current snapshot has this content already');
    if (target.manifest.starter) return refused('it is the embedded starter, which never follows real data');
    const nowMs = uses.clock.now();
    const previous = await openIfIntact(current, uses);
    try {
      return await withRecords(target, uses, (file, reader) => {
        const snapshot = sealStored(target, file, current, nowMs, uses);
        const publication = { ...uses, state: undefined, nowMs, previous, withdraw: current.sha256 };
        publish(lease, snapshot, { file, reader }, publication);
        return { kind: 'published', manifest: snapshot.manifest, withdrawn: current.snapshot_id };
      });
    } finally {
      previous?.reader.close();
    }
  });
}

/** The snapshot being rolled back, for the deltas from it; a damaged one is done without. */
async function openIfIntact(manifest: Manifest, { store, files }: AdvisoryUses): Promise<OpenSnapshot | undefined> {
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
  { files }: AdvisoryUses,
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
  { signer }: AdvisoryUses,
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

interface Publication extends Pick<AdvisoryUses, 'store' | 'files' | 'signer'> {
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
  const uses = { store, files, signer, fromCount: INDEXES_KEPT, ...(verifiers && { verifiers }) };
  store.publish(lease, snapshot, state?.validators ?? NO_VALIDATORS, nowMs, {
    deltas: advisoryDeltas({ manifest: snapshot.manifest, ...index }, previous, uses),
    ...(withdraw === undefined ? {} : { withdraw }),
  });
}

function refused(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason };
}
