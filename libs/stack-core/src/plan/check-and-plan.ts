import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { packageAt, type AdvisorySource } from '@stackcheck/osv-core';
import { checkContext, type CheckContext, type StackSources } from '../check/check-context';
import { checkWith, type CheckedStack } from '../check/check-stack';
import { reasonsOfItem, type StackCheck } from '../check/judge';
import { lifecycleReasons } from '../check/lifecycle-reasons';
import { supportedUnder } from '../check/package-support';
import type { ItemResult, PackageResult } from '../check/parts';
import type { FoundReason } from '../check/reason';
import { packageChecks } from '../packages';
import type { Stack } from '../stack';
import { JudgingBudget } from './move';
import { packageMoves, type PackageQuestions } from './package-moves';
import { planStack } from './plan-stack';
import { releaseMoves } from './release-moves';
import { releasesAfter } from './releases-after';

/** The snapshots that a stack is checked against, as `StackSources`, with the advisories themselves: a plan asks about other versions. */
export interface PlanSources extends Omit<StackSources, 'osv'> {
  readonly osv?: AdvisorySource | undefined;
}

/**
 * `checkStack` with what to do: a plan of single moves.
 * @throws Error when a list is not empty and its source is missing, or a CVE id is misspelt: the caller answers that before
 */
export function checkAndPlan(stack: Stack, sources: PlanSources, today: CalendarDate): StackCheck {
  const steps = checkAndPlanInSteps(stack, sources, today);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `checkAndPlan` in steps, for packages with tens of thousands of advisories. */
export function* checkAndPlanInSteps(
  stack: Stack,
  { osv, ...sources }: PlanSources,
  today: CalendarDate,
): Generator<void, StackCheck> {
  const context = checkContext(stack, { osv: osv && packageChecks(osv), ...sources }, today);
  const { eol, supported, reasonsOf, read, readings } = context;
  const questions: PackageQuestions = {
    supported,
    reasonsOf,
    read,
    readings,
    releasesAfter: ({ purl }) => releasesAfter(read(purl), eol, today),
    supportReasonsAt: (result, version) => supportReasonsAt(result, version, context),
    budget: new JudgingBudget(PACKAGES_JUDGED_MAX),
    moved: new Map(),
  };
  const checked = yield* checkWith(context, stack, (results, judged) => packageMoves(results, judged, questions));
  const { check, parts, found } = checked;
  const releaseBudget = new JudgingBudget(RELEASES_JUDGED_MAX);
  const { verdict, as_of, of_today, reasons, ...rest } = check;
  const plan = yield* planStack({
    parts,
    found,
    reasons,
    eol,
    today,
    reasonsOf,
    policy: context.policy,
    moved: questions.moved,
    released: yield* releasedIn(checked, context, osv, releaseBudget),
    isComplete: () => questions.budget.isEnough && releaseBudget.isEnough,
  });
  const day = { ...(as_of === undefined ? {} : { as_of }), ...(of_today === undefined ? {} : { of_today }) };
  return { verdict, ...day, reasons, plan, ...rest };
}

function supportReasonsAt(
  result: Extract<PackageResult, { readonly checked: true }>,
  version: string,
  { eol, policy, today, known, read, readings }: CheckContext,
): readonly FoundReason[] {
  const named = read(result.purl);
  const query = named.ok ? packageAt(named, version) : undefined;
  if (query === undefined) return [];
  const { purl } = query;
  readings.set(purl, { ok: true, ...query });
  const there = supportedUnder(eol, policy, today, read)({ ...result, purl, version });
  return lifecycleReasons(there, policy, known.versionOf);
}

/**
 * How many further versions of packages one request may ask about, beyond the one for each that is the obvious move: of a few
 * packages in a thousand that one brings something worse.
 */
const PACKAGES_JUDGED_MAX = 200;

/** How many releases one request may ask about: about ten for each item that it may send. */
const RELEASES_JUDGED_MAX = 500;

/** Where items with vulnerabilities should be moved to, by position. */
function* releasedIn(
  { parts, found }: CheckedStack,
  { eol, joins, policy, today, known }: CheckContext,
  osv: AdvisorySource | undefined,
  budget: JudgingBudget,
): Generator<void, ReadonlyMap<number, ItemResult>> {
  if (parts.items === null || eol === undefined || osv === undefined) return new Map();
  return yield* releaseMoves(parts.items.results, {
    eol,
    osv,
    policy,
    today,
    budget,
    found,
    joins: { ...joins, shownMax: Infinity },
    reasonsOf: (result) => reasonsOfItem(result, policy, known),
  });
}
