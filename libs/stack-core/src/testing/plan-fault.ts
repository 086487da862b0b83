import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { upgradeCandidates } from '@stackcheck/eol-core/upgrades';
import { purlAt, readPackage } from '@stackcheck/osv-core';
import { newerVersions } from '@stackcheck/osv-core/judging';
import { checkAndPlan, type PlanSources } from '../plan/check-and-plan';
import type { StackCheck } from '../check/judge';
import { LEVELS, REASON_CODES, type Reason } from '../check/reason';
import { PLAN_STEPS_MAX, type PlanStep } from '../plan/plan';
import { ItemPackageJudges } from '../plan/item-package-judges';
import { isRelease } from '../plan/release-moves';
import { releasesAfter } from '../plan/releases-after';
import { releasesAfterItem } from '../plan/releases-after-item';
import type { Stack, StackRef } from '../stack';
import { packageTargetFault } from './package-target-fault';

/** A stack as its caller would have it after some steps: what each names put in the place of what was sent. */
export function applySteps(stack: Stack, steps: readonly Pick<PlanStep, 'refs' | 'to'>[]): Stack {
  const items = [...stack.items];
  const images = [...stack.images];
  const packages = [...stack.packages];
  for (const { refs, to } of steps) {
    for (const ref of refs) {
      const [list, position] = ref.split('/') as [string, string];
      const at = Number(position);
      if (list === 'items') items[at] = { ...items[at]!, version: to };
      else if (list === 'images') images[at] = to;
      else packages[at] = purlAt(packages[at]!, to)!;
    }
  }
  return { ...stack, items, images, packages };
}

/** What of a plan is not so, by checks of the stacks that its steps and other moves would make; undefined where nothing is. */
export function planFault(stack: Stack, sources: PlanSources, today: CalendarDate): string | undefined {
  const before = checkAndPlan(stack, sources, today);
  const { steps, left, verdict_after, further_steps, complete } = before.plan;
  const checkAfter = (moves: readonly Pick<PlanStep, 'refs' | 'to'>[]): StackCheck =>
    checkAndPlan(applySteps(stack, moves), sources, today);

  for (const result of before.packages?.results ?? []) {
    const fault = packageTargetFault(result, sources.osv!);
    if (fault !== undefined) return fault;
  }
  const after = checkAfter(steps);
  if (after.verdict !== verdict_after) return `the verdict is ${after.verdict}, not ${verdict_after}`;
  const stands = JSON.stringify(left.map(({ advice: _advice, ...reason }) => reason));
  if (JSON.stringify(after.reasons) !== stands) return `${JSON.stringify(after.reasons)} is left, not ${stands}`;
  if (left.some(({ advice }) => advice.length < 4)) return 'a reason that is left says nothing of what else would do';

  for (const step of steps) {
    const then = checkAfter([step]);
    const worse = whatIsWorse(before, then, step);
    if (worse !== undefined) return `${nameOf(step)} makes worse: ${worse}`;
    const gone = keysOf(before, step.refs).filter((key) => !keysOf(then, step.refs).includes(key));
    if (gone.length === 0) return `${nameOf(step)} clears nothing`;
    if (!sameTexts(gone, step.clears)) return `${nameOf(step)} clears ${gone.join()}, not ${step.clears.join()}`;
    if (!sameTexts(keysOf(then, step.refs), step.remains)) return `${nameOf(step)} leaves ${step.remains.join()}`;
    if (step.why.length < 10) return `${nameOf(step)} does not say why`;
  }
  if (new Set(steps.flatMap(({ refs }) => refs)).size < steps.flatMap(({ refs }) => refs).length) {
    return 'a component is moved twice';
  }
  if (!complete) return undefined;
  if (steps.length < PLAN_STEPS_MAX && further_steps > 0) return 'there are further steps, and room for them';
  if (further_steps === 0 && after.plan.steps.length > 0) return `${nameOf(after.plan.steps[0]!)} is left to do`;
  return further_steps > 0 ? undefined : missedMove(stack, sources, today, before);
}

/** A move that a plan should have made, or that is smaller than the one it makes and no worse. */
function missedMove(stack: Stack, sources: PlanSources, today: CalendarDate, before: StackCheck): string | undefined {
  for (const { ref, candidates } of alternatives(before, sources, today)) {
    const step = before.plan.steps.find(({ refs }) => refs.includes(ref));
    const refs = step?.refs ?? [ref];
    const weigh = (to: string) => {
      const check = checkAndPlan(applySteps(stack, [{ refs, to }]), sources, today);
      const isFine = whatIsWorse(before, check, { refs }) === undefined;
      const isCleared = keysOf(before, [ref]).some((key) => !keysOf(check, [ref]).includes(key));
      const weight = weightOf(check, ref);
      const was = weightOf(before, ref);
      const isFewer = ref.startsWith('packages/')
        ? weight[2]! < was[2]! || (weight[2] === was[2] && isOfBetterCycle(before, check, ref))
        : compareWeights(weight, was) < 0;
      return { weight, isFine, isLighter: isCleared && isFewer };
    };
    // Which of these it is, `packageTargetFault` has found out by itself; it rates each vulnerability as a whole.
    if (step !== undefined && targetsOf(before, ref).includes(step.to)) continue;
    // So that it is in a supported cycle, a package goes to the latest release of one, which advisories need not name.
    if (step !== undefined && releasesOf(before, ref, sources, today).includes(step.to)) continue;
    const chosen = step && weigh(step.to).weight;
    for (const to of candidates) {
      if (to === step?.to) {
        continue;
      }
      const { weight, isFine, isLighter } = weigh(to);
      if (!isFine || !isLighter) continue;
      if (chosen === undefined) return `${ref} could go to ${to}`;
      const sign = compareWeights(weight, chosen);
      if (sign < 0) return `${ref} should go to ${to} instead of ${step!.to}`;
      if (sign === 0 && candidates.indexOf(to) < candidates.indexOf(step!.to)) {
        return `${ref} could go to ${to}, which is a smaller step than ${step!.to}`;
      }
    }
  }
  return undefined;
}

/** What the answer about a package says to move to. */
function targetsOf({ packages }: StackCheck, ref: StackRef): readonly (string | undefined | null)[] {
  const result = ref.startsWith('packages/') ? packages?.results[Number(ref.slice('packages/'.length))] : undefined;
  return result?.checked === true ? [result.minimum_safe, result.best?.version] : [];
}

/** The latest releases of newer cycles of the product that a package is. */
function releasesOf(
  { packages }: StackCheck,
  ref: StackRef,
  { eol }: PlanSources,
  today: CalendarDate,
): readonly string[] {
  const result = ref.startsWith('packages/') ? packages?.results[Number(ref.slice('packages/'.length))] : undefined;
  return result === undefined ? [] : releasesAfter(readPackage(result.purl), eol, today);
}

interface Alternatives {
  readonly ref: StackRef;
  /** Smallest step first. */
  readonly candidates: readonly string[];
}

function alternatives(
  { items, images, packages, reasons, plan }: StackCheck,
  { eol, osv }: PlanSources,
  today: CalendarDate,
): readonly Alternatives[] {
  const spoken = new Set(reasons.filter(({ level }) => level !== 'info').flatMap(({ refs }) => refs));
  const ofItems = (items?.results ?? []).flatMap((result): Alternatives[] => {
    const product = result.found ? eol!.index.get(result.resolved) : undefined;
    const cycle = result.found ? product?.names.get(result.match.cycle.toLowerCase()) : undefined;
    if (product === undefined || cycle === undefined || !result.found) return [];
    if (isRelease(result)) {
      const judges = new ItemPackageJudges(osv!, {});
      const [usual, named] = [false, true].map((isNamedEnough) =>
        endOf(releasesAfterItem(result, judges, { eol: eol!, today }, isNamedEnough)),
      ) as [readonly string[], readonly string[]];
      const ref: StackRef = `items/${result.index}`;
      const step = plan.steps.find(({ refs }) => refs.includes(ref));
      // Those that advisories name are looked at where no other one will do.
      return [{ ref, candidates: step !== undefined && usual.includes(step.to) ? usual : named }];
    }
    return [
      { ref: `items/${result.index}`, candidates: upgradeCandidates(product, cycle, today).map(({ name }) => name) },
    ];
  });
  const ofPackages = (packages?.results ?? []).flatMap((result): Alternatives[] => {
    const query = readPackage(result.purl);
    if (!result.checked || !query.ok || result.malware) return [];
    const named = newerVersions(query, osv!.advisoriesOf(query.ecosystem, query.names));
    const candidates = [...named, ...releasesAfter(readPackage(result.purl), eol, today)];
    return [{ ref: `packages/${result.index}`, candidates }];
  });
  const ofImages = (images?.results ?? []).map(({ index, image }): Alternatives => ({
    ref: `images/${index}`,
    candidates: eol!.images.moves(image, today),
  }));
  return [...ofItems, ...ofImages, ...ofPackages].filter(({ ref }) => spoken.has(ref));
}

function endOf<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Whether less stands against the cycle of a component, and not more against anything else of it. */
function isOfBetterCycle(before: StackCheck, after: StackCheck, ref: StackRef): boolean {
  const support = (check: StackCheck) =>
    at(check, [ref]).filter(({ level, code }) => level !== 'info' && /^eol/.test(code));
  return support(after).length < support(before).length;
}

/** What stands against a component: of a package its vulnerabilities, as `best` counts them, and else its reasons. */
function weightOf(check: StackCheck, ref: StackRef): readonly number[] {
  if (ref.startsWith('packages/')) return countsOf(check, ref);
  return LEVELS.slice(0, -1).flatMap((level) =>
    REASON_CODES.map((code) => at(check, [ref]).filter((one) => one.level === level && one.code === code).length),
  );
}

/** Exploited, high or critical, and all vulnerabilities; what cannot be checked has no counts to compare. */
function countsOf({ items, packages }: StackCheck, ref: StackRef): readonly number[] {
  const [list, position] = ref.split('/');
  const found =
    list === 'items' ? (items?.results[Number(position)]?.packages ?? []) : [packages?.results[Number(position)]];
  if (found.some((each) => each?.checked !== true)) return [Infinity, Infinity, Infinity];
  const vulnerabilities = found.flatMap((each) => (each?.checked ? each.vulnerabilities : []));
  return [
    vulnerabilities.filter(({ kev }) => kev !== null).length,
    vulnerabilities.filter(({ severity }) => severity === 'high' || severity === 'critical').length,
    vulnerabilities.length,
  ];
}

function compareWeights(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((count, place) => count !== b[place]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

/** What of a component stands worse than before: a new reason that is not milder than one that is gone, or more vulnerabilities. */
function whatIsWorse(before: StackCheck, after: StackCheck, { refs }: Pick<PlanStep, 'refs'>): string | undefined {
  const verdicts = ['pass', 'warn', 'unknown', 'fail'];
  if (verdicts.indexOf(after.verdict) > verdicts.indexOf(before.verdict)) return `the verdict is ${after.verdict}`;
  const [was, is] = [at(before, refs), at(after, refs)];
  const badness = ({ level, code }: Reason) => LEVELS.indexOf(level) * 100 + REASON_CODES.indexOf(code);
  const gone = was.filter(({ key }) => is.every((one) => one.key !== key));
  for (const reason of is) {
    if (reason.level === 'info') continue;
    if (was.some(({ key, level }) => key === reason.key && LEVELS.indexOf(level) <= LEVELS.indexOf(reason.level)))
      continue;
    if (gone.some((one) => badness(one) < badness(reason) && isOfCycle(one) === isOfCycle(reason))) continue;
    return reason.key;
  }
  for (const ref of refs.filter((one) => !one.startsWith('images/'))) {
    const [then, now] = [countsOf(before, ref), countsOf(after, ref)];
    if (now.some((count, place) => count > then[place]!))
      return `${now.join(' ')} vulnerabilities instead of ${then.join(' ')}`;
  }
  return undefined;
}

function at({ reasons }: StackCheck, refs: readonly StackRef[]): readonly Reason[] {
  // A doubt about all entries stands at the first, whatever that is.
  return reasons.filter((reason) => !reason.key.endsWith(':stack') && reason.refs.some((ref) => refs.includes(ref)));
}

const isOfCycle = ({ code }: Reason) => /^(eol|unknown_i|lifecycle|unpinned|security_only)/.test(code);
const keysOf = (check: StackCheck, refs: readonly StackRef[]) => [...new Set(at(check, refs).map(({ key }) => key))];
const nameOf = ({ ref, from, to }: PlanStep) => `${ref} from ${from} to ${to}`;
const sameTexts = (a: readonly string[], b: readonly string[]) => [...a].sort().join('\n') === [...b].sort().join('\n');
