import type { Severity } from '@stackcheck/osv-core';
import type { Ecosystem } from '@stackcheck/osv-core/records';

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
