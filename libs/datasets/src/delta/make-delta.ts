import type { SnapshotContent } from '../snapshot/snapshot';
import type { Delta } from './delta';
import { deltaOfSorted, type SortedEntry } from './delta-of-sorted';
import { recordsOf, type KeyedRecord, type RecordList } from './record-list';

/** A content in a form that is compared again and again. */
export interface Comparable {
  readonly snapshotId: string;
  readonly list: RecordList;
  readonly entries: readonly SortedEntry[];
  /** Everything but the records. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** A comparable content, or a sentence saying why it has no deltas. */
export type ComparableRead =
  { readonly ok: true; readonly comparable: Comparable } | { readonly ok: false; readonly fault: string };

/**
 * Makes a content comparable.
 * @param content as parsed from its canonical bytes: that gives equal records their members in the same order
 */
export function toComparable(snapshotId: string, content: SnapshotContent, list: RecordList): ComparableRead {
  const read = recordsOf(content, list);
  if (!read.ok) return read;
  const { [list.part]: _records, ...rest } = content;
  return { ok: true, comparable: { snapshotId, list, entries: read.records.map(toEntry), rest } };
}

/** What turns one content into the other. Both are of one dataset. */
export function deltaBetween(from: Comparable, to: Comparable): Delta {
  const added: unknown[] = [];
  const changed: unknown[] = [];
  const removed: string[] = [];
  for (const difference of deltaOfSorted(from.entries, to.entries)) {
    if (difference.kind === 'added') added.push(difference.entry);
    else if (difference.kind === 'changed') changed.push(difference.entry);
    else removed.push(difference.id);
  }
  return { from: from.snapshotId, to: to.snapshotId, list: to.list, added, changed, removed, rest: to.rest };
}

function toEntry({ id, record }: KeyedRecord): SortedEntry {
  return { id, text: JSON.stringify(record), entry: record };
}
