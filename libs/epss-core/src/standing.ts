import { reaches } from './score';

/**
 * Where a CVE stands against a threshold: at or above it, below it (a CVE without a score is below), or `unknown` where
 * there was no threshold or the scores were not all at hand.
 */
export type EpssStanding = 'above' | 'below' | 'unknown';

/**
 * Where a CVE stands.
 * @param score null when it has none
 * @param isKnown whether all scores of the day were asked, so that null says "not scored"
 */
export function standingOf(score: number | null, threshold: number | undefined, isKnown: boolean): EpssStanding {
  if (threshold === undefined) return 'unknown';
  if (score === null) return isKnown ? 'below' : 'unknown';
  return reaches(score, threshold) ? 'above' : 'below';
}

/** Which way a CVE went over the threshold; undefined where it stayed on its side or one of the sides is not known. */
export function crossing(before: EpssStanding, now: EpssStanding): 'up' | 'down' | undefined {
  if (before === 'below' && now === 'above') return 'up';
  return before === 'above' && now === 'below' ? 'down' : undefined;
}

/**
 * Whether the scores of two days are of different models. Then crossings say something of the model and not of the
 * vulnerabilities, and are reported once, as a change of the model.
 * @param before null where no scores were asked
 */
export function isModelChange(before: string | null, now: string | null): boolean {
  return before !== null && now !== null && before !== now;
}
