import { canonicalBytes, canonicalJson, sha256Hex, type Signer } from '@stackcheck/signing';
import type { Described } from '../sealing/seal';
import type { SnapshotReader } from '../store/snapshot-store';
import type { SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import { leadsTo } from './leads-to';
import { deltaBetween, toComparable, type Comparable } from './make-delta';
import type { RecordList } from './record-list';
import { sealDelta } from './signed-delta';
import type { StoredDelta } from '../snapshot/stored-delta';

/** A dataset whose content may split into records; without them it has no deltas. */
export interface Recorded extends Described {
  readonly records?: RecordList;
}

/** What making deltas needs. */
export interface DeltaDeps {
  readonly store: SnapshotReader;
  readonly signer: Signer;
}

/**
 * Signed deltas that lead to a snapshot from each stored one and from itself, newest first; made one by one as they are
 * asked for. Each is applied before it is signed: one that does not lead to `to` is not given out. Neither is one from
 * bytes that are damaged or were written in a form that this version does not know.
 * @param from only from these snapshots
 */
export function* deltasTo(
  dataset: Recorded,
  to: StoredSnapshot,
  { store, signer }: DeltaDeps,
  from: readonly string[] = startsOf(to, store),
): Generator<StoredDelta, void, undefined> {
  const { records } = dataset;
  if (records === undefined) return;
  const target = read(to, records);
  // Who applies a delta has values and no bytes, and gets to the canonical ones.
  if (target === undefined || sha256Hex(canonicalBytes(target.content)) !== to.manifest.sha256) return;
  const recordText = remembering(canonicalJson);
  for (const id of from) {
    const stored = id === to.manifest.snapshot_id ? to : store.find(dataset.descriptor.id, id);
    const start = stored && read(stored, records);
    if (start === undefined) continue;
    const sealed = sealDelta(
      dataset.descriptor.id,
      deltaBetween(start.comparable, target.comparable),
      signer,
      recordText,
    );
    if (leadsTo(target.content, start.content, sealed.body)) yield sealed;
  }
}

/** The snapshots that deltas to this one lead from: itself, and all that are stored. */
export function startsOf({ manifest }: StoredSnapshot, store: SnapshotReader): readonly string[] {
  const stored = store.list(manifest.dataset).map(({ snapshot_id: id }) => id);
  return [manifest.snapshot_id, ...stored.filter((id) => id !== manifest.snapshot_id)];
}

interface ReadContent {
  readonly content: SnapshotContent;
  readonly comparable: Comparable;
}

function read({ manifest, content: bytes }: StoredSnapshot, list: RecordList): ReadContent | undefined {
  if (sha256Hex(bytes) !== manifest.sha256) return undefined;
  const content = JSON.parse(new TextDecoder().decode(bytes)) as SnapshotContent;
  const result = toComparable(manifest.snapshot_id, content, list);
  return result.ok ? { content, comparable: result.comparable } : undefined;
}

function remembering(text: (record: unknown) => string): (record: unknown) => string {
  const known = new Map<unknown, string>();
  return (record) => {
    const before = known.get(record);
    if (before !== undefined) return before;
    const written = text(record);
    known.set(record, written);
    return written;
  };
}
