import type { Clock } from '@stackcheck/contract';
import { sha256Hex, type Signer } from '@stackcheck/signing';
import { CanonicalJsonError } from '@stackcheck/signing/bytes';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import type { Dataset } from '../life/dataset';
import { publishWithDeltas } from './publish-with-deltas';
import {
  fetchUpstream,
  type FetchedUpstream,
  type FetchDeps,
  type UpstreamAddresses,
} from '../upstream/fetch-upstream';
import { describeFaults, type GuardFault } from '../life/guards';
import { NO_VALIDATORS, UpstreamError } from '../upstream/upstream';
import type { Lease, SnapshotStore } from '../store/snapshot-store';
import type { Validators } from '../upstream/upstream';
import { recordRefusal, refreshUnderLease, type PublishOutcome } from './publish-outcome';
import { describeContent, prepareContent } from '../life/prepare-content';
import { seal, statesTheSame, type PreparedContent } from '../sealing/seal';
import type { Manifest, SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import { retrievedFrom } from '../upstream/retrieved-from';
import type { LeaseDeps } from './with-lease';

/** What the walk from upstream to a published snapshot needs. */
export interface PublishDeps extends LeaseDeps, FetchDeps {
  readonly store: SnapshotStore;
  readonly signer: Signer;
  readonly clock: Clock;
  /** Where to fetch; the descriptor's own addresses unless configured. */
  readonly addresses: UpstreamAddresses;
  /** SHA-256 of a content that an operator looked at and wants published although a guard refused it. */
  readonly acceptSha256: string | null;
}

/** A clock further behind the current snapshot than this is wrong, and its snapshots would be refused as too new. */
const CLOCK_BEHIND_MAX_MS = 5 * 60_000;

/**
 * The whole ingest walk of one dataset: lease, fetch, read, guards, canonical bytes, signatures, one transaction. Every
 * outcome but a fault of the program itself is a value, and is recorded in the store for `/health`.
 */
export async function publishDataset(dataset: Dataset, deps: PublishDeps): Promise<PublishOutcome> {
  return refreshUnderLease(dataset.descriptor.id, deps, (lease) => refresh(dataset, lease, deps));
}

async function refresh(dataset: Dataset, lease: Lease, deps: PublishDeps): Promise<PublishOutcome> {
  const current = currentSnapshot(dataset, deps);
  const clockFault = clockFaultOf(current?.stored.manifest, deps.clock.now());
  if (clockFault !== undefined) return recordRefusal(lease, deps, { kind: 'failed', reason: clockFault });

  const reply = await fetchUpstream(deps, deps.addresses, current?.validators ?? NO_VALIDATORS);
  if (reply.kind === 'unchanged') return confirm(lease, deps, current, reply);

  const content = dataset.read(reply.body, reply.companions);
  const prepared = prepare(dataset, content);
  const faults = standing(guard(dataset, content, prepared, current, deps), prepared, deps.acceptSha256);
  if (faults.length > 0) return refuseContent(lease, deps, faults, prepared);

  if (current?.intact && statesNothingNew(dataset, current.stored.manifest, prepared, deps.signer.keyId)) {
    deps.store.confirm(lease, reply.validators, deps.clock.now());
    return { kind: 'unchanged', snapshotId: current.stored.manifest.snapshot_id, how: 'same_content' };
  }
  const snapshot = seal(dataset, prepared, {
    nowMs: deps.clock.now(),
    previous: current?.stored.manifest,
    upstreamEtag: reply.validators.etag,
    signer: deps.signer,
    starter: false,
    retrievedFrom: retrievedFrom(reply.address),
  });
  publishWithDeltas(dataset, lease, snapshot, { validators: reply.validators, nowMs: deps.clock.now() }, deps);
  return { kind: 'published', manifest: snapshot.manifest };
}

/** What has no canonical form, e.g. half a character, was no text upstream either. */
function prepare(dataset: Dataset, content: SnapshotContent): PreparedContent {
  try {
    return prepareContent(dataset, content);
  } catch (cause) {
    if (!(cause instanceof CanonicalJsonError)) throw cause;
    throw new UpstreamShapeError(`its records cannot be put into canonical form: ${cause.message}`, { cause });
  }
}

/** The head of the chain, and what may be asked of upstream because of it. */
interface CurrentSnapshot {
  readonly stored: StoredSnapshot;
  /** Its content as parsed, for comparison; undefined for a starter and for damaged bytes. */
  readonly content: SnapshotContent | undefined;
  readonly intact: boolean;
  /** Sent upstream only when "not modified" would mean that nothing at all is to be done. */
  readonly validators: Validators;
}

function currentSnapshot(dataset: Dataset, { store, signer }: PublishDeps): CurrentSnapshot | undefined {
  const state = store.state(dataset.descriptor.id);
  const stored =
    state.currentSnapshotId === null ? undefined : store.find(dataset.descriptor.id, state.currentSnapshotId);
  if (stored === undefined) return undefined;
  const intact = sha256Hex(stored.content) === stored.manifest.sha256;
  if (!intact || stored.manifest.starter) return { stored, content: undefined, intact, validators: NO_VALIDATORS };
  const content = JSON.parse(new TextDecoder().decode(stored.content)) as SnapshotContent;
  const asItWouldBe = describeContent(dataset, content, stored.content);
  const nothingToDo = statesTheSame(dataset, stored.manifest, asItWouldBe, signer.keyId);
  return { stored, content, intact, validators: nothingToDo ? state.validators : NO_VALIDATORS };
}

/** A starter becomes real data even where its content is the same. */
function statesNothingNew(dataset: Dataset, stored: Manifest, prepared: PreparedContent, keyId: string): boolean {
  return !stored.starter && statesTheSame(dataset, stored, prepared, keyId);
}

function confirm(
  lease: Lease,
  deps: PublishDeps,
  current: CurrentSnapshot | undefined,
  reply: FetchedUpstream,
): PublishOutcome {
  if (current === undefined || (current.validators.etag === null && current.validators.lastModified === null)) {
    throw new UpstreamError('upstream answered "not modified" although it was asked for the whole document');
  }
  deps.store.confirm(lease, reply.validators, deps.clock.now());
  return { kind: 'unchanged', snapshotId: current.stored.manifest.snapshot_id, how: 'not_modified' };
}

function guard(
  dataset: Dataset,
  content: SnapshotContent,
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
export function clockFaultOf(current: Manifest | undefined, nowMs: number): string | undefined {
  if (current === undefined || current.starter) return undefined;
  const behindMs = Date.parse(current.fetched_at) - nowMs;
  if (behindMs <= CLOCK_BEHIND_MAX_MS) return undefined;
  return `this machine's clock is behind the current snapshot, which is from ${current.fetched_at}`;
}
