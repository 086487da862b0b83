import { byPackage, namedById, writeSpec } from '@stackcheck/osv-core';
import type { Advisory, AdvisoryRecord, Ecosystem, Severity } from '@stackcheck/osv-core';

/** One advisory as the snapshot holds it: what an answer shows, and one short text for each package. */
export interface StoredAdvisory {
  readonly id: string;
  readonly aliases: readonly string[];
  /** Instants are RFC 3339 texts as published. */
  readonly modified: string;
  readonly published: string | null;
  readonly withdrawn: string | null;
  readonly severity: Severity | null;
  readonly score: number | null;
  readonly vector: string | null;
  readonly summary: string | null;
  /** Sorted by ecosystem, then name; each pair once. */
  readonly packages: readonly StoredPackage[];
}

/** What an advisory says about one package. */
export interface StoredPackage {
  readonly ecosystem: Ecosystem;
  /** Normalised. */
  readonly name: string;
  /** As osv-core's `writeSpec` writes it. */
  readonly spec: string;
}

/** An advisory without its packages, as it is read back for an answer. */
export type AdvisoryFacts = Omit<StoredAdvisory, 'packages'>;

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
