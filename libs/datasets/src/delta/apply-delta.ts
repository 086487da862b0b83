import type { SnapshotContent } from '../snapshot/snapshot';
import type { Delta } from './delta';
import { idOf, recordsOf } from './record-list';

/** The delta does not belong to this content, or is none. The message says where. */
export class DeltaMismatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DeltaMismatchError';
  }
}

/**
 * The content that a delta leads to: apply(delta(a, b), a) = b, byte for byte in canonical form (RFC 8785). Verify the
 * delta's signature first, and compare the SHA-256 of the result's canonical bytes with `manifest.sha256` afterwards.
 * @param content the `snapshot` member of the download whose id is `delta.from`; it is left as it is
 * @throws DeltaMismatchError when the delta removes or changes what is not there, or adds what is
 */
export function applyDelta(content: SnapshotContent, delta: Delta): SnapshotContent {
  const { part, key } = delta.list;
  const read = recordsOf(content, delta.list);
  if (!read.ok) throw new DeltaMismatchError(`this delta is not for that content: ${read.fault}`);
  const records = new Map(read.records.map(({ id, record }) => [id, record]));

  for (const id of delta.removed) {
    if (!records.delete(id)) throw new DeltaMismatchError(`it removes "${id}", which is not there`);
  }
  for (const record of delta.changed) {
    const id = requireId(record, key);
    if (!records.has(id)) throw new DeltaMismatchError(`it changes "${id}", which is not there`);
    records.set(id, record);
  }
  for (const record of delta.added) {
    const id = requireId(record, key);
    if (records.has(id)) throw new DeltaMismatchError(`it adds "${id}", which is there already`);
    records.set(id, record);
  }
  const inOrder = [...records].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);
  return { ...delta.rest, [part]: inOrder } as unknown as SnapshotContent;
}

function requireId(record: unknown, key: string): string {
  const id = idOf(record, key);
  if (id === undefined) throw new DeltaMismatchError(`one of its records has no text "${key}"`);
  return id;
}
