import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { checkAndPlan, type PlanSources } from '../plan/check-and-plan';
import type { UnplannedCheck } from '../check/judge';
import type { PackageResult, PackagesReport } from '../check/parts';
import { LEVELS, type Reason, type ReasonCode } from '../check/reason';
import type { Stack } from '../stack';

/** An answer of today about a later day, and what it has to be by the property. */
export interface AsOfProperty {
  readonly asked: UnplannedCheck;
  readonly expected: UnplannedCheck;
}

/**
 * The property of answers about a later day: what is said of cycles, of items, images and packages alike, and every deadline, is what the
 * same snapshots say when the clock says that day; what is said of vulnerabilities is what they say today. The plan is of both,
 * and has a property of its own.
 */
export function asOfProperty(stack: Stack, sources: PlanSources, today: CalendarDate, day: CalendarDate): AsOfProperty {
  const asked = checkAndPlan({ ...stack, policy: { ...stack.policy, as_of: day } }, sources, today);
  const [now, then] = [checkAndPlan(stack, sources, today), checkAndPlan(stack, sources, day)];
  const reasons = [...then.reasons.filter(isOfCycle), ...now.reasons.filter((reason) => !isOfCycle(reason))];
  const worst = LEVELS.find((level) => reasons.some((reason) => reason.level === level)) ?? 'info';
  const ended = then.summary.packages.eol;
  const { plan: _planNow, ...found } = now;
  const expected: UnplannedCheck = {
    ...found,
    verdict: worst === 'info' ? 'pass' : worst,
    reasons,
    summary: { ...then.summary, cves: now.summary.cves, packages: { ...now.summary.packages, eol: ended } },
    next_deadline: then.next_deadline,
    items: then.items,
    images: then.images,
    packages: now.packages && withCyclesOf(now.packages, then.packages!),
  };
  const { as_of: _day, of_today: _ofToday, plan: _plan, ...rest } = asked;
  return {
    asked: inOrder({ ...rest, reasons: rest.reasons.map((reason) => inWordsOf(reason, day)) }),
    expected: inOrder(expected),
  };
}

function withCyclesOf(now: PackagesReport, then: PackagesReport): PackagesReport {
  const withCycle = <Result extends PackageResult>(result: Result): Result => ({
    ...result,
    lifecycle: then.results[result.index]!.lifecycle,
  });
  return { ...now, results: now.results.map(withCycle), unresolved: now.unresolved.map(withCycle) };
}

/** Of support status, wherever it stands. */
function isOfCycle({ code }: Reason): boolean {
  return CYCLE_CODES.includes(code);
}

const CYCLE_CODES: readonly ReasonCode[] = [
  ...(['eol', 'eol_soon', 'security_only', 'unpinned'] as const),
  ...(['unknown_item', 'unknown_image', 'unknown_image_part', 'lifecycle_unknown'] as const),
];

/** A sentence as it stands in an answer whose clock says that day. */
function inWordsOf(reason: Reason, day: CalendarDate): Reason {
  const text = reason.text
    .replace(`; on ${day} it is `, '; today it is ')
    .replace(', that day', ', today')
    .replace(`, one day after ${day}`, ', tomorrow')
    .replace(new RegExp(`, (\\d+) days after ${day}`), ', in $1 days');
  return { ...reason, text };
}

function inOrder(check: UnplannedCheck): UnplannedCheck {
  const keyOf = ({ level, code, ref, id }: Reason) => [LEVELS.indexOf(level), code, ref, id].join(' ');
  return { ...check, reasons: [...check.reasons].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) };
}
