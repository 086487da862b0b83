import { existsSync } from 'node:fs';
import type { DatasetId, Manifest } from '@stackcheck/datasets';
import { registeredDataset } from '@stackcheck/datasets/registry';
import { filesOf } from '@stackcheck/datasets/advisories';
import { sha256Hex } from '@stackcheck/signing';
import type { IngestParts } from '../parts/ingest-parts';
import { advisoryFileOf } from '../osv/advisory-folder';
import type { Blob, ListedDataset, ListedDelta, ListedSnapshot } from './current-statement';
import type { BlobStore } from './publish-target';

/** Nodes download meanwhile, so that all of them swap at one time. */
export const SERVED_AFTER_MS = 60_000;

/** Some eight months of the dataset that changes most. */
const REMOVED_MAX = 1_000;

/** What listing needs besides the worker's parts. */
export interface ListingDeps {
  readonly blobs: BlobStore;
  readonly nowMs: number;
  /** What was stated of the dataset before. */
  readonly previous: ListedDataset | undefined;
}

/** Lists what the store keeps of a dataset, with its blobs put in their place; undefined where it keeps nothing. */
export async function listDataset(
  parts: IngestParts,
  id: DatasetId,
  deps: ListingDeps,
): Promise<ListedDataset | undefined> {
  const { store } = parts;
  const manifests = store.list(id);
  const { refreshedAt } = store.state(id);
  const current = manifests[0]?.snapshot_id;
  if (current === undefined || refreshedAt === null) return undefined;
  const snapshots: ListedSnapshot[] = [];
  for (const manifest of manifests) {
    const listed = await listSnapshot(parts, manifest, deps.blobs);
    // Removed by another worker meanwhile: it and all before it are not kept.
    if (listed === undefined) break;
    snapshots.push(listed);
  }
  return {
    dataset: id,
    current,
    refreshed_at: new Date(refreshedAt).toISOString(),
    serve_from: serveFrom(current, manifests.length, deps),
    snapshots,
    deltas: await listDeltas(parts, id, current, deps),
    removed: removedIds(deps.previous, manifests),
  };
}

/** The first of a dataset is served at once: no node has anything older, so that they do not differ. */
function serveFrom(current: string, kept: number, { previous, nowMs }: ListingDeps): string {
  if (previous?.current === current) return previous.serve_from;
  const isFirst = previous === undefined && kept === 1;
  return new Date(isFirst ? nowMs : nowMs + SERVED_AFTER_MS).toISOString();
}

async function listSnapshot(
  { store, config }: IngestParts,
  manifest: Manifest,
  blobs: BlobStore,
): Promise<ListedSnapshot | undefined> {
  const { dataset: id, snapshot_id: snapshotId, sha256 } = manifest;
  const isDocument = registeredDataset(id).kind === 'document';
  // A document's blob bears the digest that the manifest states, so that most of them need not be read again.
  const known = isDocument ? await blobs.bytesOf(sha256) : undefined;
  if (known !== undefined) return { manifest, content: { sha256, bytes: known }, files: [] };
  const stored = store.find(id, snapshotId);
  if (stored === undefined) return undefined;
  const content = { sha256: isDocument ? sha256 : sha256Hex(stored.content), bytes: stored.content.length };
  await blobs.put(content, () => stored.content);
  const files: (Blob & { kind: 'index' | 'pack' })[] = [];
  const named = isDocument ? undefined : filesOf(stored.content);
  for (const [kind, file] of [['index', named?.file] as const, ['pack', named?.pack] as const]) {
    const path = file && advisoryFileOf(config, kind, file);
    if (file === undefined || path === undefined || !existsSync(path)) continue;
    await blobs.putFile(file, path);
    files.push({ kind, sha256: file.sha256, bytes: file.bytes });
  }
  return { manifest, content, files };
}

async function listDeltas(
  { store }: IngestParts,
  id: DatasetId,
  current: string,
  { blobs, previous }: ListingDeps,
): Promise<readonly ListedDelta[]> {
  const known = new Map(previous?.current === current ? previous.deltas.map((delta) => [delta.from, delta]) : []);
  const deltas: ListedDelta[] = [];
  for (const { from, to } of store.listDeltas(id)) {
    if (to !== current) continue;
    const listed = known.get(from);
    if (listed !== undefined && (await blobs.bytesOf(listed.sha256)) === listed.bytes) {
      deltas.push(listed);
      continue;
    }
    const stored = store.delta(id, from, to);
    // A damaged one is as good as none; the worker makes it again.
    if (stored === undefined || sha256Hex(stored.body) !== stored.proof.sha256) continue;
    const blob = { sha256: stored.proof.sha256, bytes: stored.body.length };
    await blobs.put(blob, () => stored.body);
    deltas.push({ from, ...blob, key_id: stored.proof.key_id, signature: stored.proof.signature });
  }
  return deltas;
}

/** Ids are never kept again once they are gone, so the list only grows at its head and is cut at its end. */
function removedIds(previous: ListedDataset | undefined, kept: readonly Manifest[]): readonly string[] {
  const now = new Set(kept.map(({ snapshot_id: id }) => id));
  const before = previous?.snapshots.map(({ manifest }) => manifest.snapshot_id) ?? [];
  return [...before.filter((id) => !now.has(id)), ...(previous?.removed ?? [])].slice(0, REMOVED_MAX);
}
