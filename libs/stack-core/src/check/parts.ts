import type { CheckReport } from '@stackcheck/eol-core';
import type { ImageComponent, ImageReport } from '@stackcheck/eol-core/images';
import type { CheckResult } from '@stackcheck/eol-core/matching';
import type { PackageSupport, UnknownPackagesReason } from '@stackcheck/eol-core/packages';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView, KevPriority, KevReport, KevResult } from '@stackcheck/kev-core';
import type { PurlReport } from '@stackcheck/osv-core';
import type { PurlResult, PurlVulnerability, UncheckedPurl } from '@stackcheck/osv-core/report';

/** Why nothing is said of the packages of an item whose product is published as packages. */
export type NoPackagesReason = UnknownPackagesReason | 'no_data';

/** What is known against the packages that an item is published as, in wire names; nothing where its product is none. */
export interface ItemAdvisories {
  /** Null where `packages_reason` says why nothing is known. */
  readonly packages?: readonly PackageFinding[] | null;
  readonly packages_reason?: NoPackagesReason;
  /** Where the item names no release, one of its cycle; null where none is known. */
  readonly packages_example?: string | null;
}

/** The answer about one item. */
export type ItemResult = CheckResult & ItemAdvisories;

/** `data` of a batch of items. */
export interface ItemsReport extends CheckReport {
  readonly results: readonly ItemResult[];
  readonly unknown: readonly ItemResult[];
}

/** A part of an image. */
export type ImagePartResult = ImageComponent;

/** The answer about one image of a stack, in wire names. */
export type ImageResult =
  | ({ readonly index: number; readonly found: true } & ImageReport)
  | {
      readonly index: number;
      readonly image: string;
      readonly found: false;
      readonly reason: 'invalid_image' | 'unknown_image';
      readonly message: string;
      /** At most five names that may have been meant. */
      readonly suggestions: readonly string[];
    };

/** The answer about the images of a stack. `matched + unknown_count = count`. */
export interface ImagesReport {
  readonly count: number;
  readonly matched: number;
  readonly unknown_count: number;
  readonly results: readonly ImageResult[];
}

/** One vulnerability or finding of malware of a package, with its listed CVE. */
export type PackageVulnerability = PurlVulnerability<KevEntryView, EpssView>;

/** What is known against one package. */
export type PackageFinding = PurlResult<KevEntryView, EpssView>;

/** The answer about one package, with its support where it is a product. */
export type PackageResult = PackageFinding & PackageSupport;

/**
 * `data` of a batch of packages, joined with the catalogue of exploited vulnerabilities, with the release cycles of those that
 * are products, and with scores where they are asked.
 */
export interface PackagesReport extends PurlReport<KevEntryView, EpssView> {
  readonly results: readonly PackageResult[];
  readonly unresolved: readonly (UncheckedPurl & PackageSupport)[];
}

/** The answer about one CVE; `epss` where scores are asked, null where it has none. */
export type CveResult = KevResult & { readonly epss?: EpssView | null };

/** `data` of a batch of CVEs. */
export interface CvesReport extends KevReport {
  readonly results: readonly CveResult[];
  /** The order in which to act; in the check as it is answered. */
  readonly priority?: readonly KevPriority[];
}

/** How many of the EPSS scores are at hand; with all of them, what has none is not scored. */
export type ScoresAtHand = 'all' | 'some' | 'none';

/** The answers about the lists of a stack; null where the list is empty. */
export interface StackParts {
  readonly items: ItemsReport | null;
  readonly images: ImagesReport | null;
  readonly cves: CvesReport | null;
  readonly packages: PackagesReport | null;
  /** False: the whole catalogue of exploited vulnerabilities was not at hand, so `kev: null` of packages says nothing. */
  readonly kevKnown: boolean;
  readonly scores: ScoresAtHand;
  /** The version that the package URL of an entry names which was not checked, or an empty text. */
  readonly versionOf: (purl: string) => string;
}

/** What of all that is joined was at hand. */
export type KnownOfAll = Pick<StackParts, 'kevKnown' | 'scores'>;
