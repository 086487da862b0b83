import { byPackage, namedById, writeSpec, type Advisory, type AdvisoryRecord } from '@stackcheck/osv-core/records';
import type { AdvisoryFacts, StoredAdvisory, StoredPackage } from '../snapshot/stored-advisory';

/** A record as it is stored. */
export function toStored(record: AdvisoryRecord): StoredAdvisory {
  const { id, aliases, modified, published, withdrawn, rating, summary, affected } = record;
  const packages = byPackage(affected).map((row) => ({
    ecosystem: row.ecosystem,
    name: row.name,
    spec: writeSpec(row.affected),
  }));
  return { id, aliases, modified, published, withdrawn, ...rating, summary, packages: packages.sort(byPlace) };
}

/** A stored advisory as osv-core judges and shows it. Field by field, since to spread the rest takes 5 µs for each advisory. */
export function toAdvisory(facts: AdvisoryFacts): Advisory {
  const { id, aliases, modified, published, withdrawn, severity, score, vector, summary } = facts;
  const { kind, url, source } = namedById(id);
  const rating = { severity, score, vector };
  return { id, kind, aliases, modified, published, withdrawn, rating, summary, url, source };
}

function byPlace(a: StoredPackage, b: StoredPackage): number {
  return compareText(a.ecosystem, b.ecosystem) || compareText(a.name, b.name);
}

/** By code unit. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
