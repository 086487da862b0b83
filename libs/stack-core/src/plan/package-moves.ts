import { purlAt } from '@stackcheck/osv-core';
import type { AskPurl, NewerThan, PurlResult } from '@stackcheck/osv-core/report';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import type { PackageResult } from '../check/parts';
import { keyOf, type FoundReason } from '../check/reason';
import { isNoWorse } from './burden';
import type { JudgingBudget } from './move';
import { compareCounts, isFewer } from './package-counts';

type PurlAnswer = PurlResult<KevEntryView, EpssView>;

/** How a batch of packages is asked about other versions. */
export interface PackageQuestions {
  /** An answer with what is joined to it. */
  readonly join: (result: PurlAnswer) => PackageResult;
  /** What is to be said against an answer. */
  readonly reasonsOf: (result: PackageResult) => readonly FoundReason[];
  readonly budget: JudgingBudget;
  /** The answers about packages in the version that each should be moved to, by position; filled here. */
  readonly moved: Map<number, PackageResult>;
}

/**
 * Finds out where each package should be moved to while its advisories are at hand: to the lowest version that nothing is known
 * against, or else to the best one that makes nothing worse.
 */
export function* packageMoves(
  results: readonly PurlAnswer[],
  ask: AskPurl<KevEntryView, EpssView>,
  newer: NewerThan,
  questions: PackageQuestions,
): Generator<void> {
  const known = new Map<string, PackageResult | undefined>();
  for (const answered of results) {
    const result = answered.checked && answered.vulnerable ? questions.join(answered) : undefined;
    if (result?.checked !== true) continue;
    if (!known.has(result.resolved)) known.set(result.resolved, yield* moveOf(result, ask, newer, questions));
    const answer = known.get(result.resolved);
    if (answer === undefined) continue;
    const { index } = result;
    questions.moved.set(index, { ...answer, index });
  }
}

type Checked = Extract<PackageResult, { readonly checked: true }>;

function* moveOf(
  result: Checked,
  ask: AskPurl<KevEntryView, EpssView>,
  newer: NewerThan,
  { join, reasonsOf, budget }: PackageQuestions,
): Generator<void, PackageResult | undefined> {
  const target = result.minimum_safe ?? result.best?.version;
  if (target === undefined || target === result.version) return undefined;
  const before = reasonsOf(result);
  const at = (version: string): Checked | undefined => {
    const purl = purlAt(result.purl, version);
    const answer = purl === null ? undefined : join(ask(result.index, purl));
    return answer?.checked === true && isBetter(result, before, answer, reasonsOf(answer)) ? answer : undefined;
  };
  const first = at(target);
  yield;
  if (first !== undefined) return first;
  let chosen: Checked | undefined;
  for (const version of newer(result.purl)) {
    if (!budget.take()) break;
    const answer = at(version);
    yield;
    if (answer === undefined || (chosen !== undefined && compareCounts(answer, chosen) >= 0)) continue;
    chosen = answer;
  }
  return chosen;
}

/** Whether a move clears a reason and vulnerabilities, makes no reason worse, and brings no more of a kind than it clears. */
function isBetter(from: Checked, before: readonly FoundReason[], to: Checked, after: readonly FoundReason[]): boolean {
  const stays = new Set(after.map(keyOf));
  const clears = before.some((reason) => reason.level !== 'info' && !stays.has(keyOf(reason)));
  return clears && !to.malware && isFewer(to, from) && isNoWorse(before, after);
}
