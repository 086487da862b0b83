import type { PackageQuery } from '../purl/read-package';
import type { CheckedPurl } from './check-result';
import { remedyOf } from './remedy';

/** A purl that can be asked about, in its place. */
export interface AskedPurl {
  readonly index: number;
  readonly purl: string;
  readonly query: PackageQuery;
}

/** What is known of the package of a purl, in whatever version. */
export interface KnownPackage {
  readonly listed: boolean;
  readonly similar: readonly string[];
  readonly complete: boolean;
  /** Of an unlisted Go path the listed one above it. */
  readonly above?: string | undefined;
}

/** What was found of the version. */
export type Judgement<Kev, Epss> = Pick<
  CheckedPurl<Kev, Epss>,
  | 'vulnerable'
  | 'malware'
  | 'severity'
  | 'vulnerability_count'
  | 'below_min_severity'
  | 'minimum_safe'
  | 'best'
  | 'vulnerabilities'
  | 'truncated'
>;

/** The result of a purl that was checked, with what to do about it before the long list. Written out: spreading objects of this size takes longer than judging. */
export function checkedPurl<Kev, Epss>(
  { index, purl, query }: AskedPurl,
  { listed, similar, complete, above }: KnownPackage,
  found: Judgement<Kev, Epss>,
): CheckedPurl<Kev, Epss> {
  const result: { -readonly [Name in keyof CheckedPurl<Kev, Epss>]: CheckedPurl<Kev, Epss>[Name] } = {
    index,
    purl,
    resolved: query.purl,
    ecosystem: query.ecosystem,
    name: query.name,
    version: query.version,
    checked: true,
    known_package: listed,
    similar,
    complete,
    vulnerable: found.vulnerable,
    malware: found.malware,
    severity: found.severity,
    vulnerability_count: found.vulnerability_count,
    below_min_severity: found.below_min_severity,
    minimum_safe: found.minimum_safe,
    best: found.best,
    action: 'none',
    advice: null,
    vulnerabilities: found.vulnerabilities,
    truncated: found.truncated,
  };
  const { action, advice } = remedyOf(result, above);
  result.action = action;
  result.advice = advice;
  return result;
}

/** Of a package that no advisory names: nothing stands against it, and nothing says that there is such a package, or a safe version. */
export const NOTHING_KNOWN = {
  vulnerable: false,
  malware: false,
  severity: null,
  vulnerability_count: 0,
  below_min_severity: 0,
  minimum_safe: null,
  best: null,
  vulnerabilities: [],
  truncated: false,
} as const;
