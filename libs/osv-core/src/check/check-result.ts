import type { Ecosystem } from '../ecosystem/ecosystem-name';
import type { PurlFault } from '../purl/read-package';
import type { AdvisoryKind, Severity } from '../advisory/advisory';

/** One vulnerability or one finding of malware of a package version, in wire names. */
export interface PurlVulnerability<Kev, Epss = never> {
  readonly id: string;
  readonly ids: readonly string[];
  readonly kind: AdvisoryKind;
  readonly summary: string | null;
  readonly severity: Severity | null;
  readonly score: number | null;
  readonly vector: string | null;
  readonly fixed: string | null;
  readonly fixed_versions: readonly string[];
  /** Import paths of the Go packages that it is about, sorted; null where they are not known, and outside Go. */
  readonly imports: readonly string[] | null;
  readonly published: string | null;
  readonly modified: string;
  /** Not null where every record of it was withdrawn; such a one never makes a package vulnerable. */
  readonly withdrawn: string | null;
  /** Every record of it speaks of releases of a distribution, and the purl names none. */
  readonly distro_unknown: boolean;
  readonly source: string;
  readonly url: string;
  readonly kev: Kev | null;
  /** How probable its exploitation is; null where none of its ids has a score. Absent where nobody asked. */
  readonly epss?: Epss | null;
}

/**
 * Why nothing is said about a purl. `no_data`: it can be read, but the data at hand does not cover it, so that the absence
 * of advisories that affect it means nothing.
 */
export type UncheckedReason = PurlFault | 'no_data';

/** A purl that was not checked: not "not vulnerable". */
export interface UncheckedPurl {
  readonly index: number;
  readonly purl: string;
  readonly checked: false;
  readonly reason: UncheckedReason;
  /** Of one without data: listed names one edit away, where there are any. */
  readonly similar?: readonly string[];
  /** Of one without data: why there are none, and what to ask instead, where that is known. */
  readonly advice?: string;
}

/**
 * What to do about a package version, in wire names: nothing; move to a version that nothing is known against; move to one that
 * less is known against; nothing that a move could do; remove the package; find out whether it is the package that is meant; not known
 * since not all advisories are at hand.
 */
export const ACTIONS = ['none', 'upgrade', 'upgrade_partly', 'no_fix', 'remove', 'check_name', 'unknown'] as const;

/** One of these. */
export type Action = (typeof ACTIONS)[number];

/** What is known of one package version. */
export interface CheckedPurl<Kev, Epss = never> {
  readonly index: number;
  readonly purl: string;
  /** The purl in canonical spelling. */
  readonly resolved: string;
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
  readonly checked: true;
  /** Whether anything stands against the version at or above the severity asked for; malware included. */
  readonly vulnerable: boolean;
  readonly malware: boolean;
  /** Whether any advisory names the package, in whatever version. Otherwise it is unlisted: not known to be clean, nor to exist. */
  readonly known_package: boolean;
  /** Of an unlisted package at most five listed names one edit away, those with the most advisories first. */
  readonly similar: readonly string[];
  /** Whether all advisories of its ecosystem are at hand; where not, more may stand against it and none is called safe. */
  readonly complete: boolean;
  /** The worst level of what is counted; null where nothing is, or nothing is rated. */
  readonly severity: Severity | null;
  readonly vulnerability_count: number;
  /** How many more stand against it below the severity asked for. */
  readonly below_min_severity: number;
  /**
   * The lowest version from this one on that no advisory affects; null where none is known to be or `complete` is false, for
   * malware, and for a package that no advisory names.
   */
  readonly minimum_safe: string | null;
  /**
   * Where no version is safe though all advisories are at hand, the one to move to all the same, whatever the severity asked for:
   * newer, named by an advisory, and the fewest exploited, then the fewest critical and high ones, then the fewest in all stand
   * against it; of equals the lowest. Null where there is no better one, and for malware.
   */
  readonly best: PurlBest | null;
  /** What to do about the version as judged. */
  readonly action: Action;
  /** The same as a sentence; null where there is nothing to do. */
  readonly advice: string | null;
  readonly vulnerabilities: readonly PurlVulnerability<Kev, Epss>[];
  /** Whether `vulnerabilities` holds only the first of them. */
  readonly truncated: boolean;
}

/** The version to move to where none is free of everything, and what the move does. Ids are those of `vulnerabilities`. */
export interface PurlBest {
  readonly version: string;
  readonly clears_count: number;
  readonly remains_count: number;
  /** What stands against the version asked about and not against this one; the first hundred. */
  readonly clears: readonly string[];
  /** Everything that stands against this version; the first hundred. */
  readonly remains: readonly string[];
  /** What of it does not stand against the version asked about; the first hundred. */
  readonly adds: readonly string[];
}

/** The same with at most so many vulnerabilities and ids shown; what is counted stays counted. */
export function withFewerShown<Result extends CheckedPurl<unknown, unknown>>(result: Result, shownMax: number): Result {
  const { vulnerabilities, best } = result;
  const isLong = best !== null && Math.max(best.clears_count, best.remains_count) > shownMax;
  if (vulnerabilities.length <= shownMax && !isLong) return result;
  return {
    ...result,
    best: best && {
      ...best,
      clears: best.clears.slice(0, shownMax),
      remains: best.remains.slice(0, shownMax),
      adds: best.adds.slice(0, shownMax),
    },
    vulnerabilities: vulnerabilities.slice(0, shownMax),
    truncated: result.truncated || vulnerabilities.length > shownMax,
  };
}

/** One entry of a batch. */
export type PurlResult<Kev, Epss = never> = CheckedPurl<Kev, Epss> | UncheckedPurl;

/** The `data` of an answer to a batch of purls. `vulnerable` + `clean` + `unlisted` + `unresolved_count` = `count`. */
export interface PurlReport<Kev, Epss = never> {
  readonly count: number;
  /** Purls that something stands against at or above the severity asked for, malware included. */
  readonly vulnerable: number;
  /** Purls of listed packages that nothing stands against in their version at or above the severity asked for. */
  readonly clean: number;
  /** Purls of packages that no advisory names. */
  readonly unlisted: number;
  /** Purls of malicious packages. */
  readonly malware: number;
  readonly unresolved_count: number;
  readonly results: readonly PurlResult<Kev, Epss>[];
  readonly unresolved: readonly UncheckedPurl[];
}
