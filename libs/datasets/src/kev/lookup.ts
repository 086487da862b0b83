import { KevIndex, parseCve, type KevEntry } from '@stackcheck/kev-core';
import { mapSteps, type CooperativeTask } from '../tasks/cooperative-task';
import type { KevRecord, KevSnapshot } from './records';

/**
 * Builds the look-up of a snapshot.
 * @param complete whether it is the whole catalogue, so that an id that is not in it is not listed
 * @throws Error when an entry has no CVE id or two have one, which no published snapshot does
 */
export function* indexKev({ meta, entries }: KevSnapshot, complete = true): CooperativeTask<KevIndex> {
  return new KevIndex(meta.catalog_version, yield* mapSteps(entries, toEntry), complete);
}

/** A snapshot's record as the entry that kev-core works with. @throws Error when its id is none */
export function toEntry(record: KevRecord): KevEntry {
  const reading = parseCve(record.cve);
  if ('fault' in reading) throw new Error(`an entry's id "${record.cve}" ${reading.fault}`);
  return {
    cve: reading.cve,
    vendor: record.vendor,
    product: record.product,
    name: record.name,
    dateAdded: record.date_added,
    dueDate: record.due_date,
    ransomware: record.ransomware,
    requiredAction: record.required_action,
    description: record.description,
    cwes: record.cwes,
    references: record.references,
  };
}
