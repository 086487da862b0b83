import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import type { PackageQuery, PurlReport } from '@stackcheck/osv-core';
import type { PurlCheckOptions } from '@stackcheck/osv-core/report';

/** What is read of a package URL; one that names no package version is not `ok`. */
export type PurlRead = ({ readonly ok: true } & PackageQuery) | { readonly ok: false };

/**
 * Advisories with the code that holds packages against them (`packageChecks` of `@stackcheck/stack-core/packages`): two fifths of all
 * code of a check, which who sends no packages need not load.
 */
export interface PackageChecks {
  /** Reads a package URL. */
  read(purl: string): PurlRead;
  /** Reads the package URLs of a batch, in their order; of the same batch that is checked only once. */
  readAll(purls: readonly string[]): readonly PurlRead[];
  /** The canonical package URL of the same package in another version; null for a text that is none. */
  at(purl: string, version: string): string | null;
  /** Judges package versions, in their order. */
  check(
    purls: readonly string[],
    options: PurlCheckOptions<KevEntryView, EpssView>,
  ): Generator<void, PurlReport<KevEntryView, EpssView>>;
}
