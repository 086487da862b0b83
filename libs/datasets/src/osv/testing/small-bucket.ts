import { readSpec, type EventKind } from '@stackcheck/osv-core/records';
import { osvStarter } from '../starter';
import type { StoredAdvisory } from '../../snapshot/stored-advisory';
import { MemoryBucket, type RawRecord } from './memory-bucket';

const EVENTS: Readonly<Record<EventKind, string>> = { i: 'introduced', f: 'fixed', l: 'last_affected', u: 'limit' };

/** A stored advisory as a record of the OSV schema that is read as this very advisory. */
export function toRaw({
  id,
  aliases,
  modified,
  published,
  withdrawn,
  severity,
  vector,
  summary,
  packages,
}: StoredAdvisory): RawRecord {
  return {
    id,
    modified,
    aliases,
    ...(published === null ? {} : { published }),
    ...(withdrawn === null ? {} : { withdrawn }),
    ...(summary === null ? {} : { summary }),
    ...(vector === null ? {} : { severity: [{ type: 'CVSS_V3', score: vector }] }),
    ...(vector === null && severity !== null ? { database_specific: { severity } } : {}),
    affected: packages.flatMap(({ ecosystem, name, spec }) =>
      readSpec(spec).map(({ suffix, ranges, versions }) => ({
        package: { ecosystem: suffix === null ? ecosystem : `${ecosystem}:${suffix}`, name },
        versions,
        ranges: ranges.map((range) => ({
          type: 'ECOSYSTEM',
          events: range.map(([kind, version]) => ({ [EVENTS[kind]]: version })),
        })),
      })),
    ),
  };
}

/**
 * A bucket with the starter's advisories in the folders of all their ecosystems: the least that passes the guards.
 * @param change what upstream has instead of a record
 */
export function smallBucket(change: (record: RawRecord) => RawRecord = (record) => record): MemoryBucket {
  const bucket = new MemoryBucket();
  for (const advisory of osvStarter().advisories) {
    for (const ecosystem of new Set(advisory.packages.map((row) => row.ecosystem))) {
      bucket.put(ecosystem, change(toRaw(advisory)));
    }
  }
  return bucket;
}
