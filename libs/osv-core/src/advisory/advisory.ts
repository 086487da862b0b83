import type { Ecosystem } from '../ecosystem/ecosystem-name';

/** Severity levels, least first: the bands of CVSS 3.1 §5. A score of zero is `low`, since OSV lists no non-findings. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;

/** One of the four levels. */
export type Severity = (typeof SEVERITIES)[number];

/** How bad an advisory says it is; all null where it says nothing that can be read. */
export interface Rating {
  readonly severity: Severity | null;
  /** CVSS 3.x base score, 0.0 to 10.0. */
  readonly score: number | null;
  /** The vector as published, also one of CVSS 4.0, which has no score here. */
  readonly vector: string | null;
}

/** `i`ntroduced, `f`ixed, `l`ast affected, `u`pper limit. */
export type EventKind = 'i' | 'f' | 'l' | 'u';

/** One event of a range. Introduced `0` is below every version; a limit of `*` is none. */
export type RangeEvent = readonly [kind: EventKind, version: string];

/** The events of one range of versions, in any order. */
export type VersionRange = readonly RangeEvent[];

/** What one advisory says about one package: affected are the versions in any range or in the list. */
export interface AffectedSpec {
  /** What follows the ecosystem's name (`12` of `Debian:12`), null where nothing does. */
  readonly suffix: string | null;
  readonly ranges: readonly VersionRange[];
  readonly versions: readonly string[];
  /** The import paths of the Go packages that it is about; absent where that is not known. */
  readonly imports?: readonly string[];
}

/** An `AffectedSpec` with the package that it is about; `name` is normalised. */
export interface AffectedPackage extends AffectedSpec {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/** `MAL-*` records say that a package is malicious, which is no vulnerability of it: there is nothing to upgrade to. */
export type AdvisoryKind = 'vulnerability' | 'malware';

/** One OSV record without its affected packages: what an answer shows. Instants are RFC 3339 texts as published. */
export interface Advisory {
  readonly id: string;
  readonly kind: AdvisoryKind;
  readonly aliases: readonly string[];
  readonly modified: string;
  readonly published: string | null;
  /** When the record was withdrawn; such a record affects nothing. */
  readonly withdrawn: string | null;
  readonly rating: Rating;
  readonly summary: string | null;
  readonly url: string;
  /** The database that the record comes from (`GHSA`, `PYSEC`, `GO`, …), which attribution names. */
  readonly source: string;
}

/** An advisory with all that it says about packages. */
export interface AdvisoryRecord extends Advisory {
  readonly affected: readonly AffectedPackage[];
}
