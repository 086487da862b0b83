import type { Clock } from '@stackcheck/contract';
import type { Signer } from '@stackcheck/signing';
import type { DatasetParts, DatasetVerbs, Fetched, FetchRequest } from '../life/dataset';
import { describeFaults, type GuardFault } from '../life/guards';
import { seal, statesTheSame, type PreparedContent } from '../sealing/seal';
import type { Manifest, StoredSnapshot } from '../snapshot/snapshot';
import type { Lease, SnapshotStore } from '../store/snapshot-store';
import { retrievedFrom } from '../upstream/retrieved-from';
import { NO_VALIDATORS, UpstreamError, type Validators } from '../upstream/upstream';
import { sameBytes } from './same-bytes';
import { recordRefusal, refreshUnderLease, type PublishOutcome } from './publish-outcome';
import { publishWithDeltas } from './publish-with-deltas';
import type { LeaseDeps } from './with-lease';

/** What the walk from upstream to a published snapshot needs. */
export interface PublishDeps
  extends
    LeaseDeps,
    DatasetParts,
    Pick<FetchRequest<unknown>, 'addresses' | 'upstream' | 'bucket' | 'progress' | 'onRead'> {
  readonly store: SnapshotStore;
  readonly signer: Signer;
  readonly clock: Clock;
  /** SHA-256 of a content that an operator looked at and wants published although a guard refused it. */
  readonly acceptSha256: string | null;
  /** Called where much of what was held is not needed any more. */
  readonly releaseMemory?: () => void;
}

/** A clock further behind the current snapshot than this is wrong, and its snapshots would be refused as too new. */
const CLOCK_BEHIND_MAX_MS = 5 * 60_000;

/**
 * The whole ingest walk of one dataset: lease, fetch, read, guards, canonical bytes, signatures, one transaction. Every
 * outcome but a fault of the program itself is a value, and is recorded in the store for `/health`.
 */
export async function publishDataset(dataset: DatasetVerbs, deps: PublishDeps): Promise<PublishOutcome> {
  return refreshUnderLease(dataset.descriptor.id, deps, async (lease) => {
    dataset.sweep?.(deps.store, deps, deps.clock.now());
    const current = await currentSnapshot(dataset, deps);
    if (current?.content !== undefined) deps.releaseMemory?.();
    try {
      return await refresh(dataset, lease, current, deps);
    } finally {
      if (current?.content !== undefined) dataset.close(current.content);
    }
  });
}

async function refresh(
  dataset: DatasetVerbs,
  lease: Lease,
  current: CurrentSnapshot | undefined,
  deps: PublishDeps,
): Promise<PublishOutcome> {
  const clockFault = clockFaultOf(current?.stored.manifest, deps.clock.now());
  if (clockFault !== undefined) return recordRefusal(lease, deps, { kind: 'failed', reason: clockFault });

  const reply = await fetchAndRead(dataset, current, deps);
  if (reply.kind === 'unchanged') return confirm(lease, deps, current, reply);
  deps.releaseMemory?.();
  try {
    return conclude(dataset, lease, current, reply, deps);
  } finally {
    dataset.close(reply.content);
  }
}

type FetchedReply = Extract<Fetched<unknown>, { readonly kind: 'fetched' }>;

/** What was fetched, read. Upstream's document is not in it: megabytes that nobody needs any more. */
type ReadReply = Omit<FetchedReply, 'body' | 'companions'> & { readonly content: unknown };

async function fetchAndRead(
  dataset: DatasetVerbs,
  current: CurrentSnapshot | undefined,
  { addresses, upstream, bucket, progress, onRead, advisoryFiles, packAdvisories, clock }: PublishDeps,
): Promise<Exclude<Fetched<unknown>, FetchedReply> | ReadReply> {
  const reply = await dataset.fetch({
    addresses,
    upstream,
    known: current?.validators ?? NO_VALIDATORS,
    previous: current?.content,
    nowMs: clock.now(),
    ...(bucket && { bucket }),
    ...(progress && { progress }),
    ...(onRead && { onRead }),
    ...(advisoryFiles && { advisoryFiles }),
    ...(packAdvisories && { packAdvisories }),
  });
  if (reply.kind === 'unchanged') return reply;
  const { body, companions, ...source } = reply;
  return { ...source, content: await dataset.read(body, companions) };
}

function conclude(
  dataset: DatasetVerbs,
  lease: Lease,
  current: CurrentSnapshot | undefined,
  { content, validators, upstreamEtag, address }: ReadReply,
  deps: PublishDeps,
): PublishOutcome {
  const { store, signer, clock } = deps;
  const prepared = dataset.seal(content);
  const faults = standing(guard(dataset, content, prepared, current, deps), prepared, deps.acceptSha256);
  if (faults.length > 0) return refuseContent(lease, deps, faults, prepared);
  deps.releaseMemory?.();

  if (current !== undefined && statesNothingNew(dataset, current, prepared, signer.keyId)) {
    store.confirm(lease, validators, clock.now());
    return { kind: 'unchanged', snapshotId: current.stored.manifest.snapshot_id, how: 'same_content' };
  }
  const snapshot = seal(dataset, prepared, {
    nowMs: clock.now(),
    previous: current?.stored.manifest,
    upstreamEtag,
    signer,
    starter: false,
    retrievedFrom: retrievedFrom(address),
  });
  const previous = current?.content === undefined ? undefined : { snapshot: current.stored, content: current.content };
  const publication = { validators, nowMs: clock.now(), previous };
  publishWithDeltas(dataset, lease, { snapshot, content }, publication, deps);
  return { kind: 'published', manifest: snapshot.manifest };
}

/** The head of the chain, and what may be asked of upstream because of it. */
interface CurrentSnapshot {
  readonly stored: StoredSnapshot;
  /** Its data, for comparison; undefined for a starter's and for what is damaged. */
  readonly content: unknown;
  /** Sent upstream only when "not modified" would mean that nothing at all is to be done. */
  readonly validators: Validators;
}

async function currentSnapshot(dataset: DatasetVerbs, deps: PublishDeps): Promise<CurrentSnapshot | undefined> {
  const { store, signer } = deps;
  const { id } = dataset.descriptor;
  const state = store.state(id);
  const stored = state.currentSnapshotId === null ? undefined : store.find(id, state.currentSnapshotId);
  if (stored === undefined) return undefined;
  const nothing = { stored, content: undefined, validators: NO_VALIDATORS };
  if (stored.manifest.starter) return nothing;
  const opened = await dataset.open(stored, deps);
  if (!opened.ok) return nothing;
  const asItWouldBe = dataset.reseal(stored);
  const nothingToDo =
    asItWouldBe.ok &&
    dataset.hasOlderRecords?.(opened.content) !== true &&
    statesTheSame(dataset, stored.manifest, asItWouldBe.prepared, signer.keyId);
  return { stored, content: opened.content, validators: nothingToDo ? state.validators : NO_VALIDATORS };
}

/** A starter becomes real data even where its content is the same, and what is damaged is replaced. */
function statesNothingNew(
  dataset: DatasetVerbs,
  { stored, content }: CurrentSnapshot,
  prepared: PreparedContent,
  keyId: string,
): boolean {
  if (stored.manifest.starter) return false;
  if (content === undefined && !sameBytes(stored.content, prepared.bytes)) return false;
  const compared = content === undefined ? prepared : (dataset.inFormOf?.(prepared, content) ?? prepared);
  return statesTheSame(dataset, stored.manifest, compared, keyId);
}

function confirm(
  lease: Lease,
  deps: PublishDeps,
  current: CurrentSnapshot | undefined,
  { validators }: Extract<Fetched<unknown>, { readonly kind: 'unchanged' }>,
): PublishOutcome {
  if (current === undefined || (current.validators.etag === null && current.validators.lastModified === null)) {
    throw new UpstreamError('upstream answered "not modified" although it was asked for the whole document');
  }
  deps.store.confirm(lease, validators, deps.clock.now());
  return { kind: 'unchanged', snapshotId: current.stored.manifest.snapshot_id, how: 'not_modified' };
}

function guard(
  dataset: DatasetVerbs,
  content: unknown,
  prepared: PreparedContent,
  current: CurrentSnapshot | undefined,
  deps: PublishDeps,
): readonly GuardFault[] {
  const faults = dataset.guard(content, current?.content);
  if (!deps.store.withdrawn(dataset.descriptor.id).includes(prepared.sha256)) return faults;
  const sentence = 'this very content was published before and rolled back by an operator';
  return [...faults, { rule: 'withdrawn', sentence, overridable: true }];
}

/** The faults that stand after the operator's word about exactly this content. */
function standing(faults: readonly GuardFault[], prepared: PreparedContent, acceptSha256: string | null) {
  return acceptSha256 === prepared.sha256 ? faults.filter(({ overridable }) => !overridable) : faults;
}

function refuseContent(
  lease: Lease,
  deps: PublishDeps,
  faults: readonly GuardFault[],
  { sha256 }: PreparedContent,
): PublishOutcome {
  return recordRefusal(lease, deps, {
    kind: 'refused',
    rules: faults.map(({ rule }) => rule),
    reason: `${describeFaults(faults)} (content ${sha256})`,
    sha256,
  });
}

/** What is wrong with this machine's clock, judged by the current snapshot. */
function clockFaultOf(current: Manifest | undefined, nowMs: number): string | undefined {
  if (current === undefined || current.starter) return undefined;
  const behindMs = Date.parse(current.fetched_at) - nowMs;
  if (behindMs <= CLOCK_BEHIND_MAX_MS) return undefined;
  return `this machine's clock is behind the current snapshot, which is from ${current.fetched_at}`;
}
