import type { Signer } from '@stackcheck/signing';
import { describeFaults, type GuardFault } from '../life/guards';
import { UpstreamError } from '../upstream/upstream';
import type { Lease } from '../store/snapshot-store';
import { clockFaultOf } from '../publish/publish';
import { refreshUnderLease, type PublishOutcome } from '../publish/publish-outcome';
import { retrievedFrom } from '../upstream/retrieved-from';
import { seal, statesTheSame, type PreparedContent } from '../sealing/seal';
import type { StoredSnapshot } from '../snapshot/snapshot';
import type { LeaseDeps } from '../publish/with-lease';
import { advisoryDeltas } from './advisory-deltas';
import { cursorOf, toValidators } from './cursor';
import { OSV_DESCRIPTOR } from './descriptor';
import { asStored, fileOf, INDEX_SCOPE, indexScope, prepareIndex } from './document';
import { guardOsv, type LoadReport } from './guards';
import { loadAdvisories, type Base, type Loaded } from './load';
import { IndexFileError, type IndexFile } from '../snapshot/index-file';
import type { AdvisoryBucket, AdvisoryFiles, AdvisoryReader } from './ports';

/** What publishing package advisories needs. */
export interface AdvisoryDeps extends LeaseDeps {
  readonly files: AdvisoryFiles;
  readonly signer: Signer;
}

/** What the walk from the bucket to a published snapshot needs. */
export interface PublishAdvisoriesDeps extends AdvisoryDeps {
  readonly bucket: AdvisoryBucket;
  /** The bucket's address: how far it was read means nothing to another. */
  readonly bucketUrl: string;
  /** SHA-256 of a content that an operator looked at and wants published although a guard refused it. */
  readonly acceptSha256: string | null;
  /** Told how reading went, before the guards decide. */
  readonly loaded?: (report: LoadReport) => void;
}

/** Index files of this many of the newest snapshots are kept: a week of them, when nobody refreshes by hand. */
export const INDEXES_KEPT = 28;

/** A snapshot that was sold is handed over again for at least this long after the next one took its place. */
const SOLD_DAYS = 7;
const DAY_MS = 86_400_000;

const DATASET = { descriptor: OSV_DESCRIPTOR };

/**
 * The ingest walk of the package advisories: that of `publishDataset`, but for the records going into an index file one by
 * one. The file is complete and synced before the snapshot that names it is published; whatever breaks off before leaves
 * the last good one, and a file that nobody names, which the next run removes.
 */
export async function publishAdvisories(deps: PublishAdvisoriesDeps): Promise<PublishOutcome> {
  return refreshUnderLease(OSV_DESCRIPTOR.id, deps, (lease) => {
    sweepIndexes(deps);
    return refresh(lease, deps);
  });
}

async function refresh(lease: Lease, deps: PublishAdvisoriesDeps): Promise<PublishOutcome> {
  const current = await openCurrent(deps);
  try {
    const clockFault = clockFaultOf(current?.stored.manifest, deps.clock.now());
    if (clockFault !== undefined) throw new UpstreamError(clockFault);
    const { bucket, files, clock } = deps;
    const loaded = await loadAdvisories({ bucket, files, nowMs: clock.now(), base: current?.base });
    return await conclude(lease, deps, current, loaded);
  } finally {
    current?.base?.reader.close();
  }
}

async function conclude(
  lease: Lease,
  deps: PublishAdvisoriesDeps,
  current: Current | undefined,
  loaded: Loaded,
): Promise<PublishOutcome> {
  if (loaded.kind === 'unchanged') {
    deps.store.confirm(lease, toValidators(deps.bucketUrl, loaded.cursor), deps.clock.now());
    return { kind: 'unchanged', snapshotId: current!.stored.manifest.snapshot_id, how: 'not_modified' };
  }
  deps.loaded?.(loaded.report);
  const reader = await deps.files.open(loaded.file);
  try {
    return concludeBuilt(lease, deps, current, loaded, reader);
  } finally {
    reader.close();
  }
}

function concludeBuilt(
  lease: Lease,
  deps: PublishAdvisoriesDeps,
  current: Current | undefined,
  loaded: Built,
  reader: AdvisoryReader,
): PublishOutcome {
  const { store, clock, bucketUrl, signer } = deps;
  const validators = toValidators(bucketUrl, loaded.cursor);
  const { manifest } = current?.stored ?? {};
  const { prepared, faults } = judge(loaded, reader, deps, current);
  if (faults.length > 0) {
    const rules = faults.map(({ rule }) => rule);
    const reason = `${describeFaults(faults)} (content ${prepared.sha256})`;
    store.refuse(lease, reason, clock.now());
    return { kind: 'refused', rules, reason, sha256: prepared.sha256 };
  }
  const compared = current?.base === undefined ? prepared : asPrepared(current.base, prepared);
  if (manifest !== undefined && !manifest.starter && statesTheSame(DATASET, manifest, compared, signer.keyId)) {
    store.confirm(lease, validators, clock.now());
    return { kind: 'unchanged', snapshotId: manifest.snapshot_id, how: 'same_content' };
  }
  const snapshot = seal(DATASET, prepared, {
    nowMs: clock.now(),
    previous: manifest,
    upstreamEtag: null,
    signer,
    starter: false,
    retrievedFrom: retrievedFrom(bucketUrl),
  });
  const before = current?.base && { manifest: current.stored.manifest, ...current.base };
  const deltas = advisoryDeltas({ manifest: snapshot.manifest, file: loaded.file, reader }, before, {
    ...deps,
    fromCount: INDEXES_KEPT,
  });
  store.publish(lease, snapshot, validators, clock.now(), { deltas });
  return { kind: 'published', manifest: snapshot.manifest };
}

/** A new index. */
type Built = Extract<Loaded, { readonly kind: 'built' }>;

/** Another version of SQLite may write the same records as another file, which is no news either. */
function asPrepared({ file }: Base, prepared: PreparedContent): PreparedContent {
  return { ...prepared, scopes: [{ name: INDEX_SCOPE, scope: indexScope(file) }] };
}

/** The snapshot that is served, and its index where that can be gone on from. */
interface Current {
  readonly stored: StoredSnapshot;
  readonly base: Base | undefined;
}

async function openCurrent({ store, files, bucketUrl, signer }: PublishAdvisoriesDeps): Promise<Current | undefined> {
  const state = store.state(OSV_DESCRIPTOR.id);
  const stored = state.currentSnapshotId === null ? undefined : store.find(OSV_DESCRIPTOR.id, state.currentSnapshotId);
  const file = stored && fileOf(stored.content);
  if (stored === undefined || file === undefined || stored.manifest.starter)
    return stored && { stored, base: undefined };
  const reader = await openIntact(files, file);
  if (reader === undefined) return { stored, base: undefined };
  // Asked for changes only where "none" would mean that nothing at all is to be done.
  const nothingToDo = statesTheSame(DATASET, stored.manifest, asStored(stored, file), signer.keyId);
  return { stored, base: { file, reader, cursor: nothingToDo ? cursorOf(state.validators, bucketUrl) : undefined } };
}

/** A damaged or missing index is made anew from upstream. */
async function openIntact(files: AdvisoryFiles, file: IndexFile): Promise<AdvisoryReader | undefined> {
  try {
    return await files.open(file);
  } catch (error) {
    if (error instanceof IndexFileError) return undefined;
    throw error;
  }
}

function judge(
  { file, report }: Built,
  reader: AdvisoryReader,
  { store, acceptSha256 }: PublishAdvisoriesDeps,
  current: Current | undefined,
): { readonly prepared: PreparedContent; readonly faults: readonly GuardFault[] } {
  const prepared = prepareIndex(file, reader);
  const faults = [...guardOsv(reader, report, current?.base?.reader.facts)];
  if (store.withdrawn(OSV_DESCRIPTOR.id).includes(prepared.sha256)) {
    const sentence = 'this very content was published before and rolled back by an operator';
    faults.push({ rule: 'withdrawn', sentence, overridable: true });
  }
  const accepted = acceptSha256 === prepared.sha256;
  return { prepared, faults: accepted ? faults.filter(({ overridable }) => !overridable) : faults };
}

/**
 * Removes index files of snapshots that are neither among the newest nor could be sold in the last days. To be called under
 * the dataset's lease.
 * @returns how many files went
 */
export function sweepIndexes({ store, files, clock }: Pick<AdvisoryDeps, 'store' | 'files' | 'clock'>): number {
  const newestFirst = store.list(OSV_DESCRIPTOR.id);
  const soldAfter = clock.now() - SOLD_DAYS * DAY_MS;
  const kept = newestFirst.filter((_manifest, at) => {
    const next = newestFirst[at - 1];
    return at < INDEXES_KEPT || (next !== undefined && Date.parse(next.fetched_at) >= soldAfter);
  });
  return files.sweep(
    kept.flatMap(({ snapshot_id: id }) => {
      const stored = store.find(OSV_DESCRIPTOR.id, id);
      return (stored && fileOf(stored.content)) ?? [];
    }),
  );
}
