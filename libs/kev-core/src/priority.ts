import type { KevResult } from './check-cves';
import { compareCves } from './cve-id';
import type { KevEntryView } from './kev-entry';

/**
 * Why a CVE has its place: known use in ransomware campaigns, a due date that has passed, one that is ahead, or, of CVEs that are not
 * listed, how probable their exploitation is.
 */
export type KevPriorityReason = 'ransomware' | 'overdue' | 'due' | 'epss';

/** One CVE in the order in which to act, in wire names. */
export interface KevPriority {
  /** Canonical spelling. */
  readonly cve: string;
  /** As of the result: false or null only where `why` is `epss`. */
  readonly listed: boolean | null;
  readonly why: KevPriorityReason;
  /** From the answer's day to the due date, negative when that has passed; null where it is not listed. */
  readonly days: number | null;
  /** The probability of exploitation (EPSS), from 0 to 1; null where none is known. */
  readonly epss_score: number | null;
}

/**
 * The CVEs of a batch in the order in which to act: ransomware first, then what is overdue longest, then what is due soonest; of the same
 * due date the most probable first, then by year and number. After the listed ones come those that are not listed and have a score, the
 * most probable first. What is neither listed nor scored has no place, since nothing is known to place it by. An id sent twice is there once.
 * @param scoreOf the score of a CVE; null where it has none, or none are at hand
 */
export function priorityOf(
  results: readonly KevResult[],
  scoreOf: (cve: string) => number | null,
): readonly KevPriority[] {
  const placed = new Map<string, KevPriority>();
  for (const result of results) {
    if (placed.has(result.resolved)) continue;
    const score = scoreOf(result.resolved);
    if (result.listed === true) placed.set(result.resolved, ofEntry(result.entry, score));
    else if (score !== null) placed.set(result.resolved, ofScore(result.resolved, result.listed, score));
  }
  return [...placed.values()].sort(actFirst);
}

function ofEntry({ cve, days_until_due: days, overdue, ransomware }: KevEntryView, score: number | null): KevPriority {
  const why = ransomware ? 'ransomware' : overdue ? 'overdue' : 'due';
  return { cve, listed: true, why, days, epss_score: score };
}

function ofScore(cve: string, listed: false | null, score: number): KevPriority {
  return { cve, listed, why: 'epss', days: null, epss_score: score };
}

/** A total order: two CVEs are equal in it only when they are one. */
function actFirst(a: KevPriority, b: KevPriority): number {
  return (
    rankOf(a) - rankOf(b) ||
    (a.days ?? 0) - (b.days ?? 0) ||
    (b.epss_score ?? UNSCORED) - (a.epss_score ?? UNSCORED) ||
    compareCves(a.cve, b.cve)
  );
}

/** Overdue and due are one row: by due date what is overdue longest comes first, and what is due soonest follows it. */
function rankOf({ listed, why }: KevPriority): number {
  if (listed !== true) return 2;
  return why === 'ransomware' ? 0 : 1;
}

/** Below every score: 0 says more than none. */
const UNSCORED = -1;
