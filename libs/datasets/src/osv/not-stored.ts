import type { SnapshotReader } from '../store/snapshot-store';
import { OSV_DESCRIPTOR } from './descriptor';

/** What is said of a snapshot that is not stored: it is gone only where that is certain; else it has not arrived here yet. */
export function notStored(
  reader: Pick<SnapshotReader, 'isForgotten'>,
  snapshotId: string,
): { readonly kind: 'forgotten' } | { readonly kind: 'fault'; readonly fault: string } {
  return reader.isForgotten(OSV_DESCRIPTOR.id, snapshotId)
    ? { kind: 'forgotten' }
    : { kind: 'fault', fault: 'it is not on this node, and its publisher has not said that it is gone' };
}
