import fc from 'fast-check';
import { recordsOf, type RecordList } from '../delta/record-list';
import type { SnapshotContent } from '../snapshot/snapshot';

type JsonRecord = Readonly<Record<string, unknown>>;

/** What becomes of one record of the original. */
type RecordChange = 'kept' | 'dropped' | 'edited' | 'doubled';

/**
 * Contents that differ from one in any of the ways in which snapshots of a dataset differ: records kept, dropped, edited or
 * copied under new ids, and other members of the content changed, added or gone. Canonical order holds in all of them.
 */
export function contentVariants(content: SnapshotContent, list: RecordList): fc.Arbitrary<SnapshotContent> {
  const read = recordsOf(content, list);
  if (!read.ok) throw new Error(`this content has no variants: ${read.fault}`);
  const records = read.records.map(({ record }) => record as JsonRecord);
  const changes = fc.array(fc.constantFrom<RecordChange>('kept', 'kept', 'dropped', 'edited', 'doubled'), {
    minLength: records.length,
    maxLength: records.length,
  });
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 });
  const rest = fc.dictionary(
    word.filter((name) => name !== list.part && name !== '__proto__'),
    fc.jsonValue({ maxDepth: 1 }).filter(isExact),
    { maxKeys: 2 },
  );
  return fc.tuple(changes, word, rest).map(([changed, text, further]) => {
    const varied = records.flatMap((record, at) => {
      switch (changed[at]!) {
        case 'kept':
          return [record];
        case 'dropped':
          return [];
        case 'edited':
          return [edited(record, list.key, text)];
        case 'doubled':
          return [record, { ...record, [list.key]: `${String(record[list.key])}${text}` }];
      }
    });
    const byId = new Map(varied.map((record) => [String(record[list.key]), record]));
    const inOrder = [...byId].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);
    return { ...content, ...further, meta: { ...content.meta, varied: text }, [list.part]: inOrder };
  });
}

function edited(record: JsonRecord, key: string, text: string): JsonRecord {
  const member = Object.keys(record).find((name) => name !== key) ?? 'edited';
  return { ...record, [member]: text };
}

/** Canonical JSON has no place for integers that lost digits. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}
