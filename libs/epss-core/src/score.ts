import type { CalendarDate } from '@stackcheck/contract/calendar-date';

/** What is published of one CVE: two numbers from 0 to 1, exactly as they were published. */
export interface EpssScore {
  /** Probability that the vulnerability is exploited within the next 30 days. */
  readonly score: number;
  /** Share of all scored CVEs whose score is this one or lower. */
  readonly percentile: number;
}

/** A score as answers join it to a CVE, in wire names. */
export interface EpssView extends EpssScore {
  /** The CVE that the score is of: a vulnerability may have several. */
  readonly cve: string;
  /** The UTC day for which the scores were published. */
  readonly as_of: CalendarDate;
}

/** Whether a score is at or above a threshold. Both are decimals as published and as sent, so no rounding is involved. */
export function reaches(score: number, threshold: number): boolean {
  return score >= threshold;
}

/** Whether a number can be a score, a percentile or a threshold: from 0 to 1. */
export function isProbability(value: number): boolean {
  return value >= 0 && value <= 1;
}
