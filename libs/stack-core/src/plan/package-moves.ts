import { packageAt } from '@stackcheck/osv-core';
import type { JudgedPackage } from '@stackcheck/osv-core/judging';
import type { PurlResult } from '@stackcheck/osv-core/report';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import type { CheckContext } from '../check/check-context';
import type { PackageResult } from '../check/parts';
import { keyOf, type FoundReason } from '../check/reason';
import { burdenOf, compareBurdens, isNoWorse, type Burden } from './burden';
import type { JudgingBudget } from './move';
import { compareCounts, isFewer, isMore } from './package-counts';

type PurlAnswer = PurlResult<KevEntryView, EpssView>;

/** How a batch of packages is asked about other versions. */
export interface PackageQuestions extends Pick<CheckContext, 'supported' | 'reasonsOf' | 'read' | 'readings'> {
  /** The latest releases of newer cycles of the product that a package is, smallest step first. */
  readonly releasesAfter: (result: PackageResult) => readonly string[];
  readonly budget: JudgingBudget;
  /** The answers about packages in the version that each should be moved to, by position; filled here. */
  readonly moved: Map<number, PackageResult>;
}

/**
 * Finds out where each package should be moved to while its advisories are at hand: to the lowest version that nothing is known
 * against, or else to the best one that makes nothing worse; where its cycle has ended or ends soon, on to the latest release of a
 * newer one.
 */
export function* packageMoves(
  results: readonly PurlAnswer[],
  judged: JudgedPackage<KevEntryView, EpssView>,
  questions: PackageQuestions,
): Generator<void> {
  const known = new Map<string, PackageResult | undefined>();
  for (const answered of results) {
    const result = answered.checked ? questions.supported(answered) : undefined;
    if (result?.checked !== true || !(result.vulnerable || isToLeave(result, questions))) continue;
    if (!known.has(result.resolved)) known.set(result.resolved, yield* moveOf(result, judged, questions));
    const answer = known.get(result.resolved);
    if (answer === undefined) continue;
    const { index } = result;
    questions.moved.set(index, answer.index === index ? answer : { ...answer, index });
  }
}

type Checked = Extract<PackageResult, { readonly checked: true }>;

/** Whether something stands against the cycle of a package. */
function isToLeave(result: Checked, { reasonsOf }: PackageQuestions): boolean {
  if (result.lifecycle === null) return false;
  return reasonsOf(result).some(({ level, code }) => level !== 'info' && (code === 'eol' || code === 'eol_soon'));
}

/** Where a move leads, a further one may be possible: the end of all of them, so that a plan leaves none. */
function* moveOf(
  result: Checked,
  judged: JudgedPackage<KevEntryView, EpssView>,
  questions: PackageQuestions,
): Generator<void, PackageResult | undefined> {
  const answerAt: AnswerAt = (version) => {
    const named = questions.read(result.purl);
    const query = named.ok ? packageAt(named, version) : undefined;
    if (query === undefined) return undefined;
    const { purl } = query;
    questions.readings.set(purl, { ok: true, ...query });
    const answer = judged.answer({ index: result.index, purl, query });
    return answer.checked && !answer.malware ? answer : undefined;
  };
  let chosen: Checked | undefined;
  for (;;) {
    const from: Checked = chosen ?? result;
    const next: Checked | undefined =
      (yield* saferThan(from, answerAt, judged, questions)) ??
      (yield* supportedAfter(from, answerAt, judged, questions));
    if (next === undefined) return chosen;
    chosen = next;
  }
}

/** A package in another version, without what is joined to it. */
type AnswerAt = (version: string) => Extract<PurlAnswer, { readonly checked: true }> | undefined;
type Newer = Pick<JudgedPackage<KevEntryView, EpssView>, 'newerThan'>;

/** A version that less is known against. */
function* saferThan(
  from: Checked,
  answerAt: AnswerAt,
  judged: Newer,
  { supported, reasonsOf, budget }: PackageQuestions,
): Generator<void, Checked | undefined> {
  const target = from.vulnerable ? (from.minimum_safe ?? from.best?.version) : undefined;
  if (target === undefined || target === from.version) return undefined;
  const before = reasonsOf(from);
  let chosen: Checked | undefined;
  const at = (version: string): Checked | undefined => {
    const found = answerAt(version);
    if (found === undefined || !isFewer(found, from)) return undefined;
    if (chosen !== undefined && compareCounts(found, chosen) >= 0) return undefined;
    const answer = supported(found) as Checked;
    return isBetter(before, reasonsOf(answer)) ? answer : undefined;
  };
  const first = at(target);
  yield;
  if (first !== undefined) return first;
  for (const version of judged.newerThan(from.purl)) {
    if (!budget.take()) break;
    chosen = at(version) ?? chosen;
    yield;
  }
  return chosen;
}

/**
 * The latest release of the nearest cycle that less stands against, and that brings no vulnerabilities; where there is none, the
 * lowest version that advisories name of which the same holds.
 */
function* supportedAfter(
  from: Checked,
  answerAt: AnswerAt,
  judged: Newer,
  questions: PackageQuestions,
): Generator<void, Checked | undefined> {
  if (!isToLeave(from, questions)) return undefined;
  return (
    (yield* lightestOf(questions.releasesAfter(from), from, answerAt, questions)) ??
    (yield* lightestOf(judged.newerThan(from.purl), from, answerAt, questions))
  );
}

function* lightestOf(
  versions: readonly string[],
  from: Checked,
  answerAt: AnswerAt,
  { supported, reasonsOf, budget }: PackageQuestions,
): Generator<void, Checked | undefined> {
  const before = reasonsOf(from);
  let chosen: Checked | undefined;
  let least: Burden = burdenOf(before);
  for (const version of versions) {
    if (least.length === 0 || !budget.take()) break;
    const found = answerAt(version);
    yield;
    if (found === undefined || isMore(found, from)) continue;
    const answer = supported(found) as Checked;
    const after = reasonsOf(answer);
    if (compareBurdens(burdenOf(after), least) >= 0 || !isNoWorse(before, after)) continue;
    chosen = answer;
    least = burdenOf(after);
  }
  return chosen;
}

/** Whether a move clears a reason and makes none worse. */
function isBetter(before: readonly FoundReason[], after: readonly FoundReason[]): boolean {
  const stays = new Set(after.map(keyOf));
  const clears = before.some((reason) => reason.level !== 'info' && (stays.size === 0 || !stays.has(keyOf(reason))));
  return clears && isNoWorse(before, after);
}
