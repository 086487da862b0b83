import type { SnapshotContent } from '../snapshot/snapshot';
import { applyDelta } from './apply-delta';
import type { Delta } from './delta';

/**
 * Whether a delta's bytes turn one content into the other: what a client will do with them, before anybody is informed that it
 * works.
 * @param target as parsed from canonical bytes
 * @throws DeltaMismatchError when it cannot be applied at all
 */
export function leadsTo(target: SnapshotContent, start: SnapshotContent, deltaBytes: Uint8Array): boolean {
  const reached = applyDelta(start, JSON.parse(new TextDecoder().decode(deltaBytes)) as Delta);
  const names = Object.keys(target);
  return (
    names.length === Object.keys(reached).length &&
    // Equal texts are equal values, and equal values have one canonical form.
    names.every((name) => JSON.stringify(reached[name]) === JSON.stringify(target[name]))
  );
}
