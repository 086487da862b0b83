import type { SnapshotContent } from '../snapshot/snapshot';
import type { DocumentDefinition } from './document-definition';

type Versioned = Pick<DocumentDefinition, 'recordsVersion'>;

/** The version of a content's records; contents of the first one do not state it. */
export function recordsVersionOf({ meta }: SnapshotContent): number {
  const stated = meta['records_version'];
  return typeof stated === 'number' ? stated : 1;
}

/** That a later version of this program wrote these records, which this one could misread; undefined where it did not. */
export function newerRecordsFault(definition: Versioned, content: SnapshotContent): string | undefined {
  const { recordsVersion = 1 } = definition;
  const found = recordsVersionOf(content);
  if (found <= recordsVersion) return undefined;
  return `its records are of version ${found}, which a newer version of this program wrote, and this one reads version ${recordsVersion}: go back to that version, or run ingest once`;
}

/** Whether records of upstream would say more now: then what is stored is fetched again although upstream changed nothing. */
export function hasOlderRecords({ recordsVersion = 1 }: Versioned, content: SnapshotContent): boolean {
  return recordsVersionOf(content) < recordsVersion;
}
