import { compareDigits, compareText } from './digits';

/** A run of a version text: what kind it is, and its text or digits where runs of its kind differ by them. */
export interface RankedRun {
  readonly rank: number;
  readonly text: string;
}

/** The ranks of an order that say more than which is less. */
export interface SpecialRanks {
  /** That of runs of digits, which are compared as numbers. */
  readonly number: number;
  /** That of a list that is over. */
  readonly end: number;
}

/** Compares two lists, run by run: by rank, then as numbers or as texts. */
export function compareRuns(a: readonly RankedRun[], b: readonly RankedRun[], { number, end }: SpecialRanks): number {
  const longest = Math.max(a.length, b.length);
  for (let index = 0; index < longest; index++) {
    const { [index]: left } = a;
    const { [index]: right } = b;
    const [leftRank, rightRank] = [left?.rank ?? end, right?.rank ?? end];
    if (leftRank !== rightRank) return leftRank < rightRank ? -1 : 1;
    if (left === undefined || right === undefined) continue;
    const sign = leftRank === number ? compareDigits(left.text, right.text) : compareText(left.text, right.text);
    if (sign !== 0) return sign;
  }
  return 0;
}
