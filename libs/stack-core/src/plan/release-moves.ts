import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { packagesOfItem } from '@stackcheck/eol-core/packages';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import { purlAt, type AdvisorySource } from '@stackcheck/osv-core';
import type { JudgingOptions } from '@stackcheck/osv-core/judging';
import { checkStackItem, type EolSource } from '../check/check-items';
import { itemReasons } from '../check/eol-reasons';
import { purlsOf } from '../check/item-advisories';
import type { FoundByRef } from '../check/judge';
import type { ItemResult, PackageFinding } from '../check/parts';
import type { FoundReason } from '../check/reason';
import type { Policy } from '../policy';
import { burdenOf, compareBurdens, isNoWorse, type Burden } from './burden';
import { ItemPackageJudges } from './item-package-judges';
import type { JudgingBudget } from './move';
import { isMore } from './package-counts';
import { releasesAfterItem } from './releases-after-item';

type Found = Extract<ItemResult, { readonly found: true }>;
type Checked = Extract<PackageFinding, { readonly checked: true }>;

/** What items are held against in other releases. */
export interface ReleaseQuestions {
  readonly eol: EolSource;
  readonly osv: AdvisorySource;
  /** How packages are judged: all that is known against them. */
  readonly joins: JudgingOptions<KevEntryView, EpssView>;
  /** What is to be said against the items as they were sent. */
  readonly found: FoundByRef;
  /** What is to be said against an answer. */
  readonly reasonsOf: (result: ItemResult) => readonly FoundReason[];
  readonly policy: Policy;
  readonly today: CalendarDate;
  readonly budget: JudgingBudget;
}

/** The answers about items that name a release in the one that each should be moved to, by position. */
export function* releaseMoves(
  results: readonly ItemResult[],
  questions: ReleaseQuestions,
): Generator<void, ReadonlyMap<number, ItemResult>> {
  const moved = new Map<number, ItemResult>();
  const known = new Map<string, ItemResult | undefined>();
  const judges = new ItemPackageJudges(questions.osv, questions.joins);
  for (const result of results) {
    if (!isRelease(result)) continue;
    const before = questions.found.get(`items/${result.index}`) ?? [];
    if (burdenOf(before).length === 0) continue;
    const key = JSON.stringify([result.resolved, result.version]);
    if (!known.has(key)) known.set(key, yield* moveOf(result, before, judges, questions));
    const answer = known.get(key);
    if (answer !== undefined) moved.set(result.index, { ...answer, index: result.index, product: result.product });
  }
  return moved;
}

/** Whether an item names a release, and all that is known against its packages is at hand. */
export function isRelease(result: ItemResult): result is Found & { readonly packages: readonly Checked[] } {
  return result.found && (result.packages?.every((each) => each.checked && each.complete) ?? false);
}

/** A release with what is to be said against it. */
interface Weighed {
  readonly answer: Found;
  readonly reasons: readonly FoundReason[];
  readonly burden: Burden;
}

/** Where a move leads, a further one may be possible: the end of all of them, so that a plan leaves none. */
function* moveOf(
  result: Found,
  before: readonly FoundReason[],
  judges: ItemPackageJudges,
  questions: ReleaseQuestions,
): Generator<void, ItemResult | undefined> {
  let from: Weighed = { answer: result, reasons: before, burden: burdenOf(before) };
  while (from.burden.length > 0) {
    const next = (yield* lighterThan(from, judges, questions)) ?? (yield* lighterThan(from, judges, questions, true));
    if (next === undefined) break;
    from = next;
  }
  return from.answer === result ? undefined : from.answer;
}

/**
 * The smallest of the releases than which none leaves less, of those that make nothing worse. Their cycles are looked at first: what
 * stands against one stands against each of its releases, and to hold packages against their advisories costs most.
 */
function* lighterThan(
  from: Weighed,
  judges: ItemPackageJudges,
  questions: ReleaseQuestions,
  isNamedEnough = false,
): Generator<void, Weighed | undefined> {
  const versions = yield* releasesAfterItem(from.answer, judges, questions, isNamedEnough);
  const candidates = versions.flatMap((version, place) => candidateAt(from.answer, version, place, questions));
  candidates.sort((a, b) => compareBurdens(a.least, b.least) || a.place - b.place);
  let chosen: (Weighed & { readonly place: number }) | undefined;
  for (const { least, place, result } of candidates) {
    const bound: Burden = (chosen ?? from).burden;
    const atLeast = compareBurdens(least, bound);
    if (atLeast > 0) break;
    // What can be no lighter than a smaller step is none.
    if (atLeast === 0 && chosen !== undefined && place > chosen.place) continue;
    if (!questions.budget.take()) break;
    const answer = yield* withPackages(result, judges, questions.eol);
    if (answer === undefined || isMore(counted(answer), counted(from.answer))) continue;
    const reasons = questions.reasonsOf(answer);
    const burden = burdenOf(reasons);
    const sign = compareBurdens(burden, bound);
    const isChosen = sign < 0 || (sign === 0 && chosen !== undefined && place < chosen.place);
    if (isChosen && isNoWorse(from.reasons, reasons)) chosen = { answer, reasons, burden, place };
  }
  return chosen;
}

/** A release that an item could be moved to. */
interface Candidate {
  /** The answer about it without its packages. */
  readonly result: Found;
  /** What stands against its cycle: never more than against the release. */
  readonly least: Burden;
  /** In the order of the versions. */
  readonly place: number;
}

/** Nothing where the version is no release of the item's product. */
function candidateAt(
  { product, resolved, index }: Found,
  version: string,
  place: number,
  { eol, policy, today }: ReleaseQuestions,
): readonly Candidate[] {
  const result = checkStackItem(eol, { product, version }, index, policy, today);
  if (!result.found || result.resolved !== resolved) return [];
  return [{ result, least: burdenOf(itemReasons(result, policy)), place }];
}

/** The whole answer about an item in another release, as a check of it would be. */
function* withPackages(
  result: Found,
  judges: ItemPackageJudges,
  { index, packages }: EolSource,
): Generator<void, Found | undefined> {
  const purls = purlsOf(packagesOfItem(index, packages, result), purlAt);
  const found: PackageFinding[] = [];
  for (const [place, purl] of purls.entries()) found.push(yield* judges.answer(place, purl));
  yield;
  return found.every(({ checked }) => checked) ? Object.assign({}, result, { packages: found }) : undefined;
}

function counted({ packages }: ItemResult) {
  return { vulnerabilities: (packages ?? []).flatMap((each) => (each.checked ? each.vulnerabilities : [])) };
}
