import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { readRecordFile } from '@stackcheck/datasets/osv';
import type { AdvisoryReader } from '@stackcheck/datasets/store';
import { syntheticRecords, type SyntheticRecord } from '../osv/synthetic-records';

/** Enough made-up records to leave out those that are not wanted. */
const MADE_UP_PER_RECORD = 1.2;

/**
 * So many made-up records, of which those after the first `before` are all about packages that the first ones do not name: the
 * index grows, and what it says about the packages before does not.
 */
export function* growingRecords(before: number, count: number): Generator<SyntheticRecord> {
  let taken = 0;
  for (const record of syntheticRecords(Math.ceil(count * MADE_UP_PER_RECORD))) {
    if (taken === count) return;
    // Malicious packages have one record each, under a name of their own.
    if (taken >= before && !record.id.startsWith('MAL-')) continue;
    taken += 1;
    yield record;
  }
}

/** Builds an index of records in a folder and opens it. @throws Error on a record that cannot be read */
export async function buildIndex(folder: string, records: Iterable<SyntheticRecord>): Promise<AdvisoryReader> {
  const files = openAdvisoryFiles(folder, { isMapped: true });
  const builder = files.create();
  for (const { id, json } of records) {
    const reading = readRecordFile(id, Buffer.from(json));
    if (!reading.ok) throw new Error(`the made-up record ${id}: ${reading.fault}`);
    builder.add(reading.advisory);
  }
  return files.open(builder.finish());
}
