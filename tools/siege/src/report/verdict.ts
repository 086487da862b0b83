import type { Call } from '../honest/shop';

/** Who won. */
export interface Verdict {
  readonly repelled: boolean;
  /** Why not. */
  readonly reasons: readonly string[];
}

/** What came of one attack. */
export interface Siege {
  readonly name: string;
  readonly without: readonly Call[];
  readonly during: readonly Call[];
  /** What the attackers were answered, and how often. */
  readonly got: Readonly<Record<string, number>>;
  readonly verdict: Verdict;
}

/** Of honest paid calls under attack, from another address. */
export const SUCCESS_MIN = 0.99;

/** The share of calls that were answered; none of nothing. */
export function successOf(calls: readonly Call[]): number {
  return calls.length === 0 ? 0 : calls.filter(({ isGood }) => isGood).length / calls.length;
}

/** An attack is repelled when honest calls succeed and whatever else it is judged by holds. @param faults what does not */
export function verdictOf(during: readonly Call[], faults: readonly (string | undefined)[]): Verdict {
  const success = successOf(during);
  const lost = success >= SUCCESS_MIN ? [] : [`${outcomesOf(during)} instead of answers`];
  const reasons = [...lost, ...faults.filter((fault) => fault !== undefined)];
  return { repelled: reasons.length === 0, reasons };
}

function outcomesOf(calls: readonly Call[]): string {
  const counts = new Map<string, number>();
  for (const { isGood, outcome } of calls) if (!isGood) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
}
