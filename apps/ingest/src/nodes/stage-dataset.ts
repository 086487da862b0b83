import type { SnapshotStore, StoredSnapshot } from '@stackcheck/datasets';
import { deltaFault } from '@stackcheck/datasets/delta';
import { UpstreamError } from '@stackcheck/datasets/fetch';
import { manifestFault, type VerifierMap } from '@stackcheck/datasets/open';
import { registeredDataset } from '@stackcheck/datasets/registry';
import type { StoredDelta } from '@stackcheck/datasets/snapshot';
import { AT_ONCE } from '@stackcheck/datasets/tasks';
import { filesOf } from '@stackcheck/datasets/advisories';
import { sha256Hex } from '@stackcheck/signing';
import type { IngestParts } from '../parts/ingest-parts';
import { advisoryFileOf } from '../osv/advisory-folder';
import type { Blob, ListedDataset, ListedDelta, ListedSnapshot } from './current-statement';
import { isInPlace, writeDurably } from './durable-file';
import type { FollowDeps } from './follow-deps';

type Adoption = Parameters<SnapshotStore['adopt']>[1];

/** A document larger than this is no document of ours; files are streamed and may be larger. */
const HELD_BYTES_MAX = 256 * 1024 * 1024;

/** What is to be written so that the store has what was listed, every byte of it verified. */
export interface StagedDataset {
  readonly isNothingNew: boolean;
  /** Whether another snapshot becomes current. */
  readonly swaps: boolean;
  /** Fetches what is small. Large files were fetched before, so that little is left to do at the time of the swap. */
  adoption(): Promise<Adoption>;
}

/**
 * Fetches what the store lacks of a listed dataset, and verifies it as the API will.
 * @throws UpstreamError saying what does not hold; then nothing of the store was changed
 */
export async function stageDataset(
  parts: IngestParts,
  listed: ListedDataset,
  verifiers: VerifierMap,
  deps: FollowDeps,
): Promise<StagedDataset> {
  const { store } = parts;
  const id = listed.dataset;
  const state = store.state(id);
  const stored = new Set(store.list(id).map(({ snapshot_id: each }) => each));
  requireOneChain(parts, listed, state.currentSnapshotId, stored);
  const swaps = state.currentSnapshotId !== listed.current;
  const known = new Set(store.listDeltas(id).map(({ from, to }) => `${from} ${to}`));
  // Newest first, down to the first that is here: what is older and missing was removed here and need not come back.
  const from = listed.snapshots.findIndex(({ manifest }) => stored.has(manifest.snapshot_id));
  const missing = from < 0 ? listed.snapshots : listed.snapshots.slice(0, from);
  const here = new Set([...stored, ...missing.map(({ manifest }) => manifest.snapshot_id)]);
  const lacking = listed.deltas.filter(
    (delta) => here.has(delta.from) && !known.has(`${delta.from} ${listed.current}`),
  );
  const gone = goneIds(listed);
  const isNothingNew =
    store.isFollowed(id) &&
    !swaps &&
    missing.length === 0 &&
    lacking.length === 0 &&
    state.refusal === null &&
    (state.refreshedAt ?? 0) >= Date.parse(listed.refreshed_at) &&
    gone.join() === store.goneIds(id).join();
  const fetched: StoredSnapshot[] = [];
  // Oldest first, as they are written.
  for (const each of [...missing].reverse()) fetched.push(await fetchSnapshot(each, verifiers, deps));
  const current = fetched.find(({ manifest }) => manifest.snapshot_id === listed.current);
  if (current !== undefined) await verifyAsServed(parts, current, listed.snapshots[0]!, verifiers, deps);
  return {
    isNothingNew,
    swaps,
    adoption: async () => {
      const deltas: StoredDelta[] = [];
      for (const delta of lacking) deltas.push(await fetchDelta(listed, delta, verifiers, deps));
      const kept = listed.snapshots.map(({ manifest }) => manifest.snapshot_id);
      return { snapshots: fetched, kept, deltas, gone, refreshedAt: Date.parse(listed.refreshed_at) };
    },
  };
}

/** A store that holds another chain, of its own or of another publisher, is not written over. */
function requireOneChain(
  { store }: IngestParts,
  { dataset, snapshots, removed }: ListedDataset,
  current: string | null,
  stored: ReadonlySet<string>,
): void {
  const listed = new Set([...snapshots.map(({ manifest }) => manifest.snapshot_id), ...removed]);
  if (current === null || listed.has(current)) return;
  const oldest = snapshots.at(-1)!.manifest.fetched_at;
  const held = store.list(dataset).find(({ snapshot_id: id }) => id === current);
  const isBeforeAll = held !== undefined && !held.starter && held.fetched_at < oldest && stored.size > 0;
  // The list of removed ids has an end; what is older than all that is kept was removed before it.
  if (isBeforeAll && store.isFollowed(dataset)) return;
  throw new UpstreamError(
    `${current}, which is stored here, is of another chain than the publisher's; begin with an empty DATA_DIR`,
  );
}

async function fetchSnapshot(
  { manifest, content }: ListedSnapshot,
  verifiers: VerifierMap,
  deps: FollowDeps,
): Promise<StoredSnapshot> {
  const fault = manifestFault(manifest, verifiers);
  if (fault !== undefined) throw new UpstreamError(`snapshot ${manifest.snapshot_id}: ${fault}`);
  const isDocument = registeredDataset(manifest.dataset).kind === 'document';
  if (isDocument && content.sha256 !== manifest.sha256) {
    throw new UpstreamError(`snapshot ${manifest.snapshot_id}: its blob is not what its manifest states`);
  }
  return { manifest, content: await fetchHeld(content, deps) };
}

/** The current one must be what the API of this version takes up. */
async function verifyAsServed(
  parts: IngestParts,
  stored: StoredSnapshot,
  { files }: ListedSnapshot,
  verifiers: VerifierMap,
  deps: FollowDeps,
): Promise<void> {
  const { manifest, content } = stored;
  const dataset = registeredDataset(manifest.dataset);
  if (dataset.kind === 'indexed') {
    const named = filesOf(content);
    const wanted = [named?.file, named?.pack].flatMap((file) => (file === undefined ? [] : [file.sha256]));
    for (const file of files) if (wanted.includes(file.sha256)) await fetchFile(parts, file, deps);
  }
  const { advisoryFiles } = parts;
  const loaded = await dataset.load(stored, verifiers, { yieldPolicy: AT_ONCE, advisoryFiles });
  if (!loaded.ok) throw new UpstreamError(`snapshot ${manifest.snapshot_id}: ${loaded.fault}`);
  loaded.live.close?.();
}

async function fetchDelta(
  { dataset, current: to }: ListedDataset,
  delta: ListedDelta,
  verifiers: VerifierMap,
  deps: FollowDeps,
): Promise<StoredDelta> {
  const { from, sha256, key_id, signature } = delta;
  const stored = { dataset, from, to, body: await fetchHeld(delta, deps), proof: { sha256, key_id, signature } };
  const fault = deltaFault(stored, verifiers);
  if (fault !== undefined) throw new UpstreamError(`the delta from ${from}: ${fault}`);
  return stored;
}

async function fetchHeld(blob: Blob, { source }: FollowDeps): Promise<Uint8Array> {
  if (blob.bytes > HELD_BYTES_MAX) throw new UpstreamError(`blob ${blob.sha256} is larger than a document may be`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.blob(blob)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  requireBlob(bytes, blob);
  return bytes;
}

async function fetchFile(
  { config }: IngestParts,
  file: ListedSnapshot['files'][number],
  { source, beforeWrite }: FollowDeps,
): Promise<void> {
  const path = advisoryFileOf(config, file.kind, file);
  if (await isInPlace(path, file)) return;
  beforeWrite?.(`${file.kind} file`);
  await writeDurably(path, source.blob(file), { expected: file });
}

/** Ids of which the publisher has nothing to hand over any more: removed ones, and those whose files it removed. */
function goneIds({ snapshots, removed }: ListedDataset): readonly string[] {
  const bare = snapshots.filter(
    ({ manifest, files }) => registeredDataset(manifest.dataset).kind === 'indexed' && files.length === 0,
  );
  return [...removed, ...bare.map(({ manifest }) => manifest.snapshot_id)].sort();
}

function requireBlob(bytes: Uint8Array, { sha256, bytes: length }: Blob): void {
  if (bytes.length !== length) throw new UpstreamError(`blob ${sha256} has ${bytes.length} bytes, not ${length}`);
  if (sha256Hex(bytes) !== sha256) throw new UpstreamError(`blob ${sha256} has another SHA-256`);
}
