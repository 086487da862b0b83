import type { CheckReport, CheckResult, ImageComponent, ImageReport } from '@stackcheck/eol-core';
import type { KevEntryView, KevReport } from '@stackcheck/kev-core';
import type { AdvisoryKind, PurlFault, Severity } from '@stackcheck/osv-core';
import type { Upgrade } from './upgrade';

/** The answer about one item; `upgrade` where its cycle has ended or ends soon. */
export type ItemResult = CheckResult & { readonly upgrade?: Upgrade };

/** `data` of a batch of items, with upgrades. */
export interface ItemsReport extends CheckReport {
  readonly results: readonly ItemResult[];
}

/** A part of an image; `upgrade` where its cycle has ended or ends soon. */
export type ImagePartResult = ImageComponent & { readonly upgrade?: Upgrade };

/** The answer about one image of a stack, in wire names. */
export type ImageResult =
  | ({ readonly index: number; readonly found: true } & ImageReport & {
        readonly components: readonly ImagePartResult[];
      })
  | {
      readonly index: number;
      readonly image: string;
      readonly found: false;
      readonly reason: 'invalid_image' | 'unknown_image';
      readonly message: string;
    };

/** The answer about the images of a stack. `matched + unknown_count = count`. */
export interface ImagesReport {
  readonly count: number;
  readonly matched: number;
  readonly unknown_count: number;
  readonly results: readonly ImageResult[];
}

/** One vulnerability or finding of malware of a package, as far as a stack looks at it. */
export interface PackageVulnerability {
  readonly id: string;
  /** All ids of the alias group, `id` among them. */
  readonly ids: readonly string[];
  readonly kind: AdvisoryKind;
  readonly severity: Severity | null;
  readonly score: number | null;
  readonly fixed: string | null;
  /** True: it depends on a release of a distribution that the purl does not name. */
  readonly distro_unknown?: boolean;
  /** The listed CVE of the group; null when none is listed, or when the catalogue was not at hand (`kev_known`). */
  readonly kev: KevEntryView | null;
}

/** The answer about one package. */
export type PackageResult =
  | {
      readonly index: number;
      readonly purl: string;
      readonly checked: true;
      readonly vulnerability_count: number;
      readonly minimum_safe: string | null;
      readonly vulnerabilities: readonly PackageVulnerability[];
    }
  | { readonly index: number; readonly purl: string; readonly checked: false; readonly reason: PurlFault };

/** `data` of a batch of packages, as far as a stack looks at it. */
export interface PackagesReport {
  readonly count: number;
  readonly vulnerable: number;
  readonly clean: number;
  readonly malware: number;
  readonly unresolved_count: number;
  readonly results: readonly PackageResult[];
}

/** The answers about the lists of a stack; null where the list is empty. */
export interface StackParts {
  readonly items: ItemsReport | null;
  readonly images: ImagesReport | null;
  readonly cves: KevReport | null;
  readonly packages: PackagesReport | null;
  /** False: the catalogue of exploited vulnerabilities was not at hand, so `kev: null` of packages says nothing. */
  readonly kevKnown: boolean;
}
