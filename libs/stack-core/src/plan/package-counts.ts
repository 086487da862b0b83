import { severityRank } from '../check/severity-rank';
import type { PackageVulnerability } from '../check/parts';

/** What stands against a package version: exploited, high or critical, and all vulnerabilities, in which order versions are compared. */
export type PackageCounts = readonly [exploited: number, severe: number, all: number];

interface Counted {
  readonly vulnerabilities: readonly PackageVulnerability[];
}

/** The counts of an answer that has all its vulnerabilities. */
export function countsOf({ vulnerabilities }: Counted): PackageCounts {
  let [exploited, severe] = [0, 0];
  for (const { kev, severity } of vulnerabilities) {
    if (kev !== null) exploited++;
    if (severityRank(severity) >= HIGH) severe++;
  }
  return [exploited, severe, vulnerabilities.length];
}

const HIGH = severityRank('high');

/** Less than 0 where less stands against the first: fewer that are exploited, else fewer severe ones, else fewer in all. */
export function compareCounts(a: Counted, b: Counted): number {
  const [ofA, ofB] = [countsOf(a), countsOf(b)];
  const differing = [0, 1, 2].find((place) => ofA[place] !== ofB[place]);
  return differing === undefined ? 0 : (ofA[differing] as number) - (ofB[differing] as number);
}

/**
 * Whether fewer stand against the first in all, and not more that are exploited or severe. That as many stand against it, fewer of
 * them severe, says little: the same vulnerability may be rated by a record that is about one of the versions only.
 */
export function isFewer(a: Counted, b: Counted): boolean {
  const [now, then] = [countsOf(a), countsOf(b)];
  return now[2] < then[2] && now[0] <= then[0] && now[1] <= then[1];
}

/** Whether more of any kind stand against the first. */
export function isMore(a: Counted, b: Counted): boolean {
  const then = countsOf(b);
  return countsOf(a).some((count, place) => count > (then[place] as number));
}
