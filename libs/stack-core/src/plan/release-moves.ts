import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { upgradeCandidates } from '@stackcheck/eol-core/upgrades';
import { readPackage, type AdvisorySource, type PurlReport } from '@stackcheck/osv-core';
import { compareVersions, newerVersions, orderOf } from '@stackcheck/osv-core/judging';
import type { EpssView } from '@stackcheck/epss-core';
import type { KevEntryView } from '@stackcheck/kev-core';
import { checkStackItem, type EolSource } from '../check/check-items';
import { advisoriesOfItem, itemPurls } from '../check/item-advisories';
import type { ItemResult, PackageFinding } from '../check/parts';
import type { FoundReason } from '../check/reason';
import type { Policy } from '../policy';
import { burdenOf, compareBurdens, isNoWorse } from './burden';
import type { JudgingBudget } from './move';
import { isMore } from './package-counts';

type Found = Extract<ItemResult, { readonly found: true }>;
type Checked = Extract<PackageFinding, { readonly checked: true }>;

/** What items are held against in other releases. */
export interface ReleaseQuestions {
  readonly eol: EolSource;
  readonly osv: AdvisorySource;
  /** What is known against packages, all of it. */
  readonly check: (
    source: AdvisorySource,
    purls: readonly string[],
  ) => Generator<void, PurlReport<KevEntryView, EpssView>>;
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
  const source = remembering(questions.osv);
  for (const result of results) {
    if (!isRelease(result) || burdenOf(questions.reasonsOf(result)).length === 0) continue;
    const key = JSON.stringify([result.resolved, result.version]);
    if (!known.has(key)) known.set(key, yield* moveOf(result, source, questions));
    const answer = known.get(key);
    if (answer !== undefined) moved.set(result.index, { ...answer, index: result.index, product: result.product });
  }
  return moved;
}

/** Whether an item names a release, and all that is known against its packages is at hand. */
export function isRelease(result: ItemResult): result is Found & { readonly packages: readonly Checked[] } {
  return result.found && (result.packages?.every((each) => each.checked && each.complete) ?? false);
}

/** Where a move leads, a further one may be possible: the end of all of them, so that a plan leaves none. */
function* moveOf(
  result: Found,
  source: AdvisorySource,
  questions: ReleaseQuestions,
): Generator<void, ItemResult | undefined> {
  let chosen: Found | undefined;
  for (;;) {
    const from: Found = chosen ?? result;
    const next: Found | undefined = yield* lighterThan(from, source, questions);
    if (next === undefined) return chosen;
    chosen = next;
  }
}

/** The smallest of the releases than which none leaves less, of those that make nothing worse. */
function* lighterThan(
  from: Found,
  source: AdvisorySource,
  questions: ReleaseQuestions,
): Generator<void, Found | undefined> {
  const { reasonsOf, budget } = questions;
  const before = reasonsOf(from);
  let least = burdenOf(before);
  let chosen: Found | undefined;
  for (const version of releasesAfterItem(from, source, questions)) {
    if (least.length === 0 || !budget.take()) break;
    const answer = yield* answerAt(from, version, source, questions);
    if (answer === undefined || isMore(counted(answer), counted(from))) continue;
    const after = reasonsOf(answer);
    if (compareBurdens(burdenOf(after), least) >= 0 || !isNoWorse(before, after)) continue;
    least = burdenOf(after);
    chosen = answer;
  }
  return chosen;
}

/**
 * The releases of an item's product that it could be moved to, lowest first: the lowest that is safe as all of its packages, or else those
 * that their advisories name, and from there the latest of its cycle and of newer ones that have not ended. What reads as a cycle is none.
 */
export function releasesAfterItem(
  result: Found,
  source: AdvisorySource,
  { eol, today }: Pick<ReleaseQuestions, 'eol' | 'today'>,
): readonly string[] {
  const packages = (result.packages ?? []).filter((each): each is Checked => each.checked);
  const queries = packages.flatMap(({ purl }) => {
    const query = readPackage(purl);
    return query.ok ? [query] : [];
  });
  const [first] = queries;
  if (first === undefined) return [];
  const order = orderOf(first.ecosystem);
  const compare = (a: string, b: string): number => compareVersions(order, a, b);
  const safe = packages.filter(({ vulnerable }) => vulnerable).map(({ minimum_safe: version }) => version);
  const lowest = safe.includes(null)
    ? undefined
    : safe
        .map((version) => bare(version as string))
        .sort(compare)
        .at(-1);
  const named =
    safe.length === 0 || lowest !== undefined
      ? [lowest ?? []].flat()
      : queries.flatMap((query) => newerVersions(query, source.advisoriesOf(query.ecosystem, query.names)));
  return [...new Set([...named, ...latestReleases(result, eol, today)].map(bare))]
    .filter((version) => compare(version, lowest ?? bare(first.version)) >= (lowest === undefined ? 1 : 0))
    .filter((version) => itemPurls(eol, [{ product: result.product, version }]).length > 0)
    .sort(compare);
}

function latestReleases({ resolved, match }: Found, eol: EolSource, today: CalendarDate): readonly string[] {
  const product = eol.index.get(resolved);
  const cycle = product?.names.get(match.cycle.toLowerCase());
  if (product === undefined || cycle === undefined) return [];
  return [cycle, ...upgradeCandidates(product, cycle, today)].flatMap(({ latest }) => latest?.name ?? []);
}

/** Versions of modules are written with a `v`, releases of products are not. */
function bare(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}

/** The answer about an item in another release, as a check of it would be; undefined where that is none of the product. */
function* answerAt(
  { product, resolved, index }: Found,
  version: string,
  source: AdvisorySource,
  { eol, check, policy, today }: ReleaseQuestions,
): Generator<void, Found | undefined> {
  const item = { product, version };
  const result = checkStackItem(eol, item, index, policy, today);
  if (!result.found || result.resolved !== resolved) return undefined;
  const { results } = yield* check(source, itemPurls(eol, [item]));
  const answer = { ...result, ...advisoriesOfItem(eol, item, new Map(results.map((each) => [each.purl, each]))) };
  return answer.packages?.every((each) => each.checked) ? answer : undefined;
}

function counted({ packages }: ItemResult) {
  return { vulnerabilities: (packages ?? []).flatMap((each) => (each.checked ? each.vulnerabilities : [])) };
}

/** Advisories of a product's packages are asked for once, however many of its releases are looked at. */
function remembering(source: AdvisorySource): AdvisorySource {
  const known = new Map<string, ReturnType<AdvisorySource['advisoriesOf']>>();
  return {
    covers: (ecosystem) => source.covers(ecosystem),
    ...(source.similarTo && { similarTo: source.similarTo.bind(source) }),
    ...(source.isWithdrawn && { isWithdrawn: source.isWithdrawn.bind(source) }),
    advisoriesOf: (ecosystem, names) => {
      const key = JSON.stringify([ecosystem, names]);
      const advisories = known.get(key) ?? source.advisoriesOf(ecosystem, names);
      known.set(key, advisories);
      return advisories;
    },
  };
}
