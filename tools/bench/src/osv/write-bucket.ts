import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smallBucket } from '@stackcheck/datasets/testing';
import { ArchiveWriter } from './archive-writer';
import { syntheticRecords, type SyntheticRecord } from './synthetic-records';

/** A folder of the bucket while it is written. */
interface Folder {
  readonly archive: ArchiveWriter;
  readonly changes: (readonly [modified: string, id: string])[];
}

/**
 * Writes a bucket of so many made-up records, and of those that the guards ask for. Returns how many there are.
 * @param more further records
 */
export function writeBucket(root: string, count: number, more: Iterable<SyntheticRecord> = []): number {
  const folders = new Map<string, Folder>();
  const put = ({ ecosystem, id, modified, json }: SyntheticRecord): void => {
    let folder = folders.get(ecosystem);
    if (folder === undefined) {
      mkdirSync(join(root, ecosystem), { recursive: true });
      folder = { archive: new ArchiveWriter(join(root, ecosystem, 'all.zip')), changes: [] };
      folders.set(ecosystem, folder);
    }
    folder.archive.add(`${id}.json`, Buffer.from(json));
    folder.changes.push([modified, id]);
  };
  let written = 0;
  for (const [ecosystem, records] of smallBucket().folders) {
    for (const record of records.values()) {
      put({ ecosystem, id: record.id, modified: record.modified, json: JSON.stringify(record) });
      written += 1;
    }
  }
  for (const records of [syntheticRecords(count), more]) {
    for (const record of records) {
      put(record);
      written += 1;
    }
  }
  for (const [ecosystem, { archive, changes }] of folders) {
    archive.close();
    const newestFirst = changes.sort(([a], [b]) => (a < b ? 1 : -1)).map((change) => change.join());
    writeFileSync(join(root, ecosystem, 'modified_id.csv'), `${newestFirst.join('\n')}\n`);
  }
  writeFileSync(join(root, 'ecosystems.txt'), [...folders.keys()].join('\n'));
  return written;
}
