import type { IndexFile } from '../snapshot/index-file';
import type { SnapshotContent } from '../snapshot/snapshot';
import type { StoredAdvisory, StoredPackage } from '../snapshot/stored-advisory';
import { RECORD_FORM } from './content';
import { inheritSeverity } from './inherited-severity';
import { indexOsv, type OsvIndex } from './lookup';
import { MemoryBuilder, memoryReader, type AdvisoriesInMemory } from './memory-advisories';

/** A record of a downloaded content: packages are called as in the OSV schema, and what is said of them is JSON, not its text. */
type ContentRecord = Omit<StoredAdvisory, 'packages'> & {
  readonly affected: readonly (Omit<StoredPackage, 'spec'> & { readonly spec: unknown })[];
};

/**
 * Look-ups on a downloaded content, held in memory: some hundred megabytes for all advisories there are.
 * @param complete see `indexOsv`
 * @throws Error where the records are of another form than this version writes
 */
export function indexOfContent({ meta, advisories }: SnapshotContent, complete: boolean): OsvIndex {
  if (meta.upstream_schema_version !== RECORD_FORM) {
    throw new Error(`records of form "${meta.upstream_schema_version}" are not known`);
  }
  let contents: AdvisoriesInMemory | undefined;
  const builder = new MemoryBuilder(new Map(), (built) => {
    contents = built;
    return NO_FILE;
  });
  for (const record of advisories as readonly ContentRecord[]) builder.put(toStored(record));
  inheritSeverity(builder);
  builder.finish();
  return indexOsv(memoryReader(contents!), complete);
}

function toStored({ affected, ...facts }: ContentRecord): StoredAdvisory {
  const packages = affected.map(({ ecosystem, name, spec }) => ({ ecosystem, name, spec: specText(spec) }));
  return { ...facts, packages };
}

/** The word for every version is a text in both. */
function specText(spec: unknown): string {
  return typeof spec === 'string' ? spec : JSON.stringify(spec);
}

const NO_FILE: IndexFile = { sha256: '', bytes: 0 };
