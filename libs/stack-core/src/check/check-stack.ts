import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { EpssView } from '@stackcheck/epss-core';
import { scoreKevReport } from '@stackcheck/epss-core/score-kev-report';
import { checkCves, parseCves, type KevEntryView, type KevIndex } from '@stackcheck/kev-core';
import type { PurlReport } from '@stackcheck/osv-core';
import type { PurlCheckOptions } from '@stackcheck/osv-core/report';
import type { Stack } from '../stack';
import { asOfPolicy } from './as-of';
import { checkContext, type CheckContext, type StackSources } from './check-context';
import { checkStackImages, checkStackItems } from './check-items';
import { purlsOfItems, withAdvisories, type PackageFindings } from './item-advisories';
import { foundIn, judge, type FoundByRef, type UnplannedCheck } from './judge';
import { withSupport } from './package-support';
import type { CvesReport, PackageFinding, StackParts } from './parts';

/**
 * Checks a whole stack and judges it by its policy, items and images as of the day of that policy. Every vulnerability of a package is in the answer, however many
 * there are (see `withFewerShown`).
 * @throws Error when a list is not empty and its source is missing, or a CVE id is misspelt: the caller answers that before
 */
export function checkStack(stack: Stack, sources: StackSources, today: CalendarDate): UnplannedCheck {
  const steps = checkStackInSteps(stack, sources, today);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `checkStack` in steps, for packages with tens of thousands of advisories. */
export function* checkStackInSteps(
  stack: Stack,
  sources: StackSources,
  today: CalendarDate,
): Generator<void, UnplannedCheck> {
  const { check } = yield* checkWith(checkContext(stack, sources, today), stack);
  return check;
}

/** A checked stack with what its answer was made of. */
export interface CheckedStack {
  readonly check: UnplannedCheck;
  readonly parts: StackParts;
  readonly found: FoundByRef;
}

/** What may be asked of each package while its advisories are at hand. */
export type WhileAtHand = PurlCheckOptions<KevEntryView, EpssView>['whileAtHand'];

/** Checks a stack with what a context holds, in steps. */
export function* checkWith(
  context: CheckContext,
  { items, images, cves, packages, policy: sent }: Stack,
  whileAtHand?: WhileAtHand,
): Generator<void, CheckedStack> {
  const { eol, kev, osv, epss, joinsCves = false, policy, today } = context;
  const checked =
    packages.length === 0 ? null : yield* checkPackages(context, needed(osv, 'packages'), packages, whileAtHand);
  const purls = osv === undefined ? [] : purlsOfItems(eol, items, osv.at);
  const findings = yield* findingsOf(purls, checked, context);
  const source = items.length === 0 ? undefined : needed(eol, 'items');
  const parts: StackParts = {
    items: source ? withAdvisories(checkStackItems(source, items, policy, today), source, findings) : null,
    images: images.length === 0 ? null : checkStackImages(needed(eol, 'images'), images, policy, today),
    cves: cves.length === 0 ? null : checkStackCves(needed(kev, 'cves'), cves, context),
    packages: checked && withSupport(checked, context.supported),
    ...context.known,
  };
  const found = foundIn(parts, policy, context.reasonsOf);
  const { verdict, ...rest } = judge(parts, policy, found);
  const hasPackages = packages.length + purls.length > 0;
  const hasFindings = cves.length > 0 || hasPackages;
  const asked = {
    kev: hasFindings && kev !== undefined,
    osv: hasPackages || (joinsCves && cves.length > 0 && osv !== undefined),
    epss: hasFindings && epss !== undefined,
  };
  return { check: { verdict, ...asOfPolicy(sent, today, asked), ...rest }, parts, found };
}

function checkStackCves(
  catalogue: KevIndex,
  cves: readonly string[],
  { today, policy, epss }: CheckContext,
): CvesReport {
  const batch = parseCves(cves);
  if ('fault' in batch) {
    const [place] = batch.fault.split(' ', 1);
    throw Object.assign(new Error(batch.fault), { code: 'invalid_cve', place });
  }
  const report = checkCves(catalogue, batch.cves, today);
  return policy.epss_min === undefined ? report : scoreKevReport(report, epss);
}

function checkPackages(
  { joins, readings }: CheckContext,
  source: NonNullable<StackSources['osv']>,
  purls: readonly string[],
  whileAtHand?: WhileAtHand,
): Generator<void, PurlReport<KevEntryView, EpssView>> {
  // What is checked is read for that, and asked about again for the support of each package.
  source.readAll(purls).forEach((query, index) => readings.set(purls[index] as string, query));
  return source.check(purls, { shownMax: Infinity, whileAtHand, ...joins });
}

/**
 * What is known against packages that items are, each looked up once: not again what was sent as a package, too. Undefined
 * where there are no advisories.
 */
function* findingsOf(
  purls: readonly string[],
  sent: PurlReport<KevEntryView, EpssView> | null,
  context: CheckContext,
): Generator<void, PackageFindings | undefined> {
  const { osv } = context;
  if (osv === undefined) return undefined;
  const byPurl = new Map<string, PackageFinding>();
  // An item has the purl that it would have by itself, however the package was written.
  for (const result of sent?.results ?? []) {
    if (result.checked) byPurl.set(result.resolved, { ...result, purl: result.resolved });
  }
  const rest = purls.filter((purl) => !byPurl.has(purl));
  if (rest.length > 0) {
    const { results } = yield* checkPackages(context, osv, rest);
    for (const result of results) byPurl.set(result.purl, result);
  }
  return { byPurl, at: osv.at };
}

function needed<Source>(source: Source | undefined, list: string): Source {
  if (source === undefined) throw new Error(`the dataset of ${list} is not at hand`);
  return source;
}
