import { packageAt } from '@stackcheck/osv-core';
import type { JudgedPackage } from '@stackcheck/osv-core/judging';
import type { PurlResult } from '@stackcheck/osv-core/report';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import type { CheckContext } from '../check/check-context';
import type { PackageResult } from '../check/parts';
import { keyOf, type FoundReason, type ReasonCode } from '../check/reason';
import { burdenOf, compareBurdens, isNoWorse, type Burden } from './burden';
import type { JudgingBudget } from './move';
import { compareCounts, isFewer, isMore } from './package-counts';

type PurlAnswer = PurlResult<KevEntryView, EpssView>;

/** How a batch of packages is asked about other versions. */
export interface PackageQuestions extends Pick<CheckContext, 'supported' | 'reasonsOf' | 'read' | 'readings'> {
  /** The latest releases of newer cycles of the product that a package is, smallest step first. */
  readonly releasesAfter: (result: PackageResult) => readonly string[];
  /** What stands against a package in another version as the product that it is, which is known without judging that version. */
  readonly supportReasonsAt: (result: Checked, version: string) => readonly FoundReason[];
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

/** Whether something stands against the cycle of a package, or its version is of none that is listed. */
function isToLeave(result: Checked, { reasonsOf }: PackageQuestions): boolean {
  if (result.lifecycle === null) return false;
  return reasonsOf(result).some(({ level, code }) => level !== 'info' && LEAVING[code] === true);
}

const LEAVING: Readonly<Partial<Record<ReasonCode, true>>> = { eol: true, eol_soon: true, unknown_item: true };

/** Where a move leads, a further one may be possible: the end of all of them, so that a plan leaves none. */
function* moveOf(
  result: Checked,
  judged: JudgedPackage<KevEntryView, EpssView>,
  questions: PackageQuestions,
): Generator<void, PackageResult | undefined> {
  const answers = answersOf(result, judged, questions);
  let chosen: Checked | undefined;
  for (;;) {
    const from: Checked = chosen ?? result;
    const next: Checked | undefined =
      (yield* saferThan(from, answers, judged, questions)) ?? (yield* supportedAfter(from, answers, judged, questions));
    if (next === undefined) return chosen;
    chosen = next;
  }
}

/** What is known of a package in other versions. */
interface Answers {
  /** The package in another version, without what is joined to it; undefined where it is malware or cannot be asked about. */
  readonly at: (version: string) => Extract<PurlAnswer, { readonly checked: true }> | undefined;
  /** Whether a version may be asked about: it was, or the budget allows it. */
  readonly allows: (version: string) => boolean;
}

/** Each version is judged once, however many of the moves it could be the end of. */
function answersOf(
  { purl: sent, index }: Checked,
  judged: JudgedPackage<KevEntryView, EpssView>,
  { read, readings, budget }: PackageQuestions,
): Answers {
  const known = new Map<string, ReturnType<Answers['at']>>();
  const ask: Answers['at'] = (version) => {
    const named = read(sent);
    const query = named.ok ? packageAt(named, version) : undefined;
    if (query === undefined) return undefined;
    const { purl } = query;
    readings.set(purl, { ok: true, ...query });
    const answer = judged.answer({ index, purl, query });
    return answer.checked && !answer.malware ? answer : undefined;
  };
  return {
    at: (version) => {
      if (!known.has(version)) known.set(version, ask(version));
      return known.get(version);
    },
    allows: (version) => known.has(version) || budget.take(),
  };
}

type Newer = Pick<JudgedPackage<KevEntryView, EpssView>, 'newerThan'>;

/** A version that less is known against. */
function* saferThan(
  from: Checked,
  answers: Answers,
  judged: Newer,
  questions: PackageQuestions,
): Generator<void, Checked | undefined> {
  const { supported, reasonsOf } = questions;
  const target = from.vulnerable ? (from.minimum_safe ?? from.best?.version) : undefined;
  if (target === undefined || target === from.version) return undefined;
  const before = reasonsOf(from);
  let chosen: Checked | undefined;
  const at = (version: string): Checked | undefined => {
    const found = answers.at(version);
    if (found === undefined || !isFewer(found, from)) return undefined;
    if (chosen !== undefined && compareCounts(found, chosen) >= 0) return undefined;
    const answer = supported(found) as Checked;
    return isBetter(before, reasonsOf(answer)) ? answer : undefined;
  };
  const first = at(target);
  yield;
  if (first !== undefined) return first;
  // What is safe may be of a cycle that has ended: then a release of a supported one is nearer than hundreds of other versions.
  for (const version of isToLeave(from, questions) ? questions.releasesAfter(from) : []) {
    if (!answers.allows(version)) break;
    chosen = at(version) ?? chosen;
    yield;
  }
  if (chosen !== undefined) return chosen;
  for (const version of judged.newerThan(from.purl)) {
    if (!answers.allows(version)) break;
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
  answers: Answers,
  judged: Newer,
  questions: PackageQuestions,
): Generator<void, Checked | undefined> {
  if (!isToLeave(from, questions)) return undefined;
  const release = yield* lightestOf(questions.releasesAfter(from), from, answers, questions);
  if (release !== undefined) return release;
  // Fewer vulnerabilities are what `saferThan` looks for: only what is supported better brings something here.
  const supportAt = (version: string): Burden => burdenOf(questions.supportReasonsAt(from, version));
  const support = supportAt(from.version);
  const supported = judged.newerThan(from.purl).filter((version) => compareBurdens(supportAt(version), support) < 0);
  return yield* lightestOf(supported, from, answers, questions);
}

function* lightestOf(
  versions: readonly string[],
  from: Checked,
  answers: Answers,
  { supported, reasonsOf }: PackageQuestions,
): Generator<void, Checked | undefined> {
  const before = reasonsOf(from);
  let chosen: Checked | undefined;
  let least: Burden = burdenOf(before);
  for (const version of versions) {
    if (least.length === 0 || !answers.allows(version)) break;
    const found = answers.at(version);
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
