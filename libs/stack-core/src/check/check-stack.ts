import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { epssAmong, type EpssIndex, type EpssView } from '@stackcheck/epss-core';
import { scoreKevReport } from '@stackcheck/epss-core/score-kev-report';
import {
  checkCves,
  kevAmong,
  parseCves,
  priorityOf,
  type KevEntryView,
  type KevIndex,
  type KevPriority,
} from '@stackcheck/kev-core';
import { checkPurlsInSteps, type AdvisorySource, type PurlReport } from '@stackcheck/osv-core';
import { VULNERABILITIES_SHOWN_MAX, withFewerShown as withFewerIn } from '@stackcheck/osv-core/report';
import { JudgingBudget } from '../plan/move';
import { packageMoves, type PackageQuestions } from '../plan/package-moves';
import { planStack } from '../plan/plan-stack';
import { releaseMoves, type ReleaseQuestions } from '../plan/release-moves';
import { policyAhead } from '../policy';
import type { Stack } from '../stack';
import { asOfPolicy } from './as-of';
import { checkStackImages, checkStackItems, type EolSource } from './check-items';
import { itemPurls, withAdvisories } from './item-advisories';
import { foundIn, judge, reasonsOfItem, reasonsOfPackage, type StackCheck } from './judge';
import { releasesAfter, withSupport, withSupportOf } from './package-support';
import type { CvesReport, ItemResult, PackageFinding, ScoresAtHand, StackParts } from './parts';

/** The snapshots that a stack is checked against; one is needed for each list that is not empty. */
export interface StackSources {
  /** In addition to items and images, release cycles are joined to packages where they are available. */
  readonly eol?: EolSource | undefined;
  /** In addition to the CVEs asked about, the catalogue is joined to packages where it is available. */
  readonly kev?: KevIndex | undefined;
  /** In addition to packages, advisories are joined to items whose products are published as packages. */
  readonly osv?: AdvisorySource | undefined;
  /** Asked only where the policy has `epss_min`; joined to CVEs and packages. */
  readonly epss?: EpssIndex | undefined;
  /** Whether the caller says of CVEs what advisories know of them, which is of today then. */
  readonly joinsCves?: boolean | undefined;
}

/**
 * Checks a whole stack and judges it by its policy, items and images as of the day of that policy. Every vulnerability of a package is in the answer, however many
 * there are (see `withFewerShown`).
 * @param withPlan false to measure what a plan costs: it is then empty, and says that it is not complete
 * @throws Error when a list is not empty and its source is missing, or a CVE id is misspelt: the caller answers that before
 */
export function checkStack(stack: Stack, sources: StackSources, today: CalendarDate, withPlan = true): StackCheck {
  const steps = checkStackInSteps(stack, sources, today, withPlan);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `checkStack` in steps, for packages with tens of thousands of advisories. */
export function* checkStackInSteps(
  stack: Stack,
  { eol, kev, osv, epss, joinsCves = false }: StackSources,
  today: CalendarDate,
  withPlan = true,
): Generator<void, StackCheck> {
  const { items, images, cves, packages } = stack;
  const policy = policyAhead(stack.policy, today);
  const joined: Joined = { kev, today, ...(policy.epss_min === undefined ? {} : { scores: { index: epss } }) };
  const known = { kevKnown: kev?.complete === true, scores: scoresAtHand(epss) };
  const questions: PackageQuestions = {
    join: once((result) => withSupportOf(result, eol, policy, today)),
    reasonsOf: once((result) => reasonsOfPackage(result, policy, known)),
    releasesAfter: (result) => releasesAfter(result, eol, today),
    budget: new JudgingBudget(PACKAGES_JUDGED_MAX),
    moved: new Map(),
  };
  const asking = withPlan ? questions : undefined;
  const releaseBudget = new JudgingBudget(RELEASES_JUDGED_MAX);
  const checked =
    packages.length === 0 ? null : yield* checkStackPackages(needed(osv, 'packages'), packages, joined, asking);
  const purls = itemPurls(eol, items);
  const findings = yield* findingsOf(purls, checked, osv, joined);
  const source = items.length === 0 ? undefined : needed(eol, 'items');
  const parts: StackParts = {
    items: source ? withAdvisories(checkStackItems(source, items, policy, today), source, findings) : null,
    images: images.length === 0 ? null : checkStackImages(needed(eol, 'images'), images, policy, today),
    cves: cves.length === 0 ? null : checkStackCves(needed(kev, 'cves'), cves, joined),
    packages: checked && withSupport(checked, questions.join),
    ...known,
  };
  const found = foundIn(parts, policy, questions.reasonsOf);
  const { verdict, reasons, ...rest } = judge(parts, policy, found);
  const plan = withPlan
    ? yield* planStack({
        ...{ parts, found, reasons, policy, today, eol, ...questions },
        released: yield* releaseMovesOf(parts, { eol, osv, joined, policy, today, budget: releaseBudget }),
        releaseBudget,
      })
    : { steps: [], verdict_after: verdict, left: [], further_steps: 0, complete: false };
  const hasPackages = packages.length > 0 || (purls.length > 0 && osv !== undefined);
  const hasFindings = cves.length > 0 || hasPackages;
  const asked = {
    kev: hasFindings && kev !== undefined,
    osv: hasPackages || (joinsCves && cves.length > 0 && osv !== undefined),
    epss: hasFindings && epss !== undefined,
  };
  return { verdict, ...asOfPolicy(stack.policy, today, asked), reasons, plan, ...rest };
}

interface ReleaseSources
  extends Pick<StackSources, 'eol' | 'osv'>, Pick<ReleaseQuestions, 'policy' | 'today' | 'budget'> {
  readonly joined: Joined;
}

/** Where items with vulnerabilities should be moved to, by position. */
function* releaseMovesOf(
  { items, kevKnown, scores }: StackParts,
  { eol, osv, joined, ...asked }: ReleaseSources,
): Generator<void, ReadonlyMap<number, ItemResult>> {
  if (items === null || eol === undefined || osv === undefined) return new Map();
  return yield* releaseMoves(items.results, {
    ...{ eol, osv, ...asked },
    check: (source, purls) => checkStackPackages(source, purls, joined, undefined),
    reasonsOf: (result) => reasonsOfItem(result, asked.policy, { kevKnown, scores }),
  });
}

/** The answers of a function by the identity of what it was asked about, each found once. */
function once<Asked extends object, Answer extends object>(answer: (asked: Asked) => Answer): (asked: Asked) => Answer {
  // Not a weak one: it lives no longer than a check, and weak entries by the ten thousand keep the collector busy.
  const known = new Map<Asked, Answer>();
  return (asked) => {
    const found = known.get(asked) ?? answer(asked);
    known.set(asked, found);
    return found;
  };
}

/**
 * How many further versions of packages one request may ask about, beyond the one for each that is the obvious move: of a few
 * packages in a thousand that one brings something worse.
 */
const PACKAGES_JUDGED_MAX = 200;

/** How many releases one request may ask about: about ten for each item that it may send. */
const RELEASES_JUDGED_MAX = 500;

/** What is joined to CVEs and packages on a day. */
interface Joined {
  readonly kev: KevIndex | undefined;
  readonly today: CalendarDate;
  /** Absent where nobody asks for scores; without an index where they are asked for and not at hand. */
  readonly scores?: { readonly index: EpssIndex | undefined };
}

function checkStackCves(catalogue: KevIndex, cves: readonly string[], { today, scores }: Joined): CvesReport {
  const batch = parseCves(cves);
  if ('fault' in batch) throw new Error(batch.fault);
  const report = checkCves(catalogue, batch.cves, today);
  return scores === undefined ? report : scoreKevReport(report, scores.index);
}

function scoresAtHand(index: EpssIndex | undefined): ScoresAtHand {
  if (index === undefined) return 'none';
  return index.complete ? 'all' : 'some';
}

function checkStackPackages(
  source: AdvisorySource,
  purls: readonly string[],
  { kev, today, scores }: Joined,
  questions: PackageQuestions | undefined,
): Generator<void, PurlReport<KevEntryView, EpssView>> {
  const kevOf = kev === undefined ? undefined : (ids: readonly string[]) => kevAmong(kev, ids, today);
  const epssOf = scores && ((ids: readonly string[]) => (scores.index ? epssAmong(scores.index, ids) : null));
  return checkPurlsInSteps<KevEntryView, EpssView>(source, purls, {
    kevOf,
    epssOf,
    shownMax: Infinity,
    whileAtHand: questions && ((results, ask, newer) => packageMoves(results, ask, newer, questions)),
  });
}

/**
 * What is known against packages that items are, each looked up once: not again what was sent as a package, too. Undefined
 * where there are no advisories.
 */
function* findingsOf(
  purls: readonly string[],
  sent: PurlReport<KevEntryView, EpssView> | null,
  source: AdvisorySource | undefined,
  joined: Joined,
): Generator<void, ReadonlyMap<string, PackageFinding> | undefined> {
  if (source === undefined) return undefined;
  const known = new Map<string, PackageFinding>();
  // An item has the purl that it would have by itself, however the package was written.
  for (const result of sent?.results ?? []) {
    if (result.checked) known.set(result.resolved, { ...result, purl: result.resolved });
  }
  const rest = purls.filter((purl) => !known.has(purl));
  if (rest.length === 0) return known;
  const { results } = yield* checkStackPackages(source, rest, joined, undefined);
  for (const result of results) known.set(result.purl, result);
  return known;
}

function needed<Source>(source: Source | undefined, list: string): Source {
  if (source === undefined) throw new Error(`the dataset of ${list} is not at hand`);
  return source;
}

/** An item may be two dozen packages. */
const OF_ITEM_SHOWN_MAX = 20;

/** The check as it is answered: the order in which to act of CVEs; of each package only the worst vulnerabilities, with how many there are. */
export function withFewerShown(check: StackCheck, shownMax = VULNERABILITIES_SHOWN_MAX): StackCheck {
  const { items, packages } = check;
  const cves = check.cves && { ...check.cves, priority: priorityOfCves(check.cves) };
  const ofItem = (result: ItemResult): ItemResult => {
    if (!result.packages) return result;
    const shown = result.packages.map((each) => (each.checked ? withFewerIn(each, OF_ITEM_SHOWN_MAX) : each));
    return { ...result, packages: shown };
  };
  const results = packages?.results.map((each) => (each.checked ? withFewerIn(each, shownMax) : each)) ?? [];
  return {
    ...check,
    items: items && { ...items, results: items.results.map(ofItem), unknown: items.unknown.map(ofItem) },
    cves,
    packages: packages && { ...packages, results },
  };
}

function priorityOfCves({ results }: CvesReport): readonly KevPriority[] {
  const scores = new Map(results.map(({ resolved, epss }) => [resolved, epss?.score ?? null]));
  return priorityOf(results, (cve) => scores.get(cve) ?? null);
}
