import type { SnapshotContent } from '../snapshot/snapshot';

/**
 * Where a dataset's content holds its records: an array in this part, each record an object whose `key` member is its id.
 * The array is in ascending order of id by UTF-16 code units (the order of RFC 8785), each id once.
 */
export interface RecordList {
  /** Member of the content, e.g. `products`. */
  readonly part: string;
  /** Member of a record, e.g. `product`. */
  readonly key: string;
}

/** One record with its id. */
export interface KeyedRecord {
  readonly id: string;
  readonly record: unknown;
}

/** The records of a content in order, or a sentence saying why they cannot be distinguished by id. */
export type RecordsRead =
  { readonly ok: true; readonly records: readonly KeyedRecord[] } | { readonly ok: false; readonly fault: string };

/** Reads the records of a content, which may have been written by another version of this program. */
export function recordsOf(content: SnapshotContent, { part, key }: RecordList): RecordsRead {
  const list = content[part];
  if (!Array.isArray(list)) return { ok: false, fault: `it has no list "${part}"` };
  const records: KeyedRecord[] = [];
  for (const record of list as readonly unknown[]) {
    const id = idOf(record, key);
    if (id === undefined) return { ok: false, fault: `${part}[${records.length}] has no text "${key}"` };
    const before = records.at(-1)?.id;
    if (before !== undefined && before >= id) return { ok: false, fault: `${part} is not in order at "${id}"` };
    records.push({ id, record });
  }
  return { ok: true, records };
}

/** The id of a record, or undefined for what is no record of this list. */
export function idOf(record: unknown, key: string): string | undefined {
  if (typeof record !== 'object' || record === null || !Object.hasOwn(record, key)) return undefined;
  const id = (record as Readonly<Record<string, unknown>>)[key];
  return typeof id === 'string' ? id : undefined;
}
