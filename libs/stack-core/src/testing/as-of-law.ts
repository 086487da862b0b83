import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { checkStack, type StackSources } from '../check/check-stack';
import type { StackCheck } from '../check/judge';
import { LEVELS, type Reason } from '../check/reason';
import type { Stack } from '../stack';

/** An answer of today about a later day, and what it has to be by the law. */
export interface AsOfLaw {
  readonly asked: StackCheck;
  readonly expected: StackCheck;
}

/**
 * The law of answers about a later day: what is said of items and images, and every deadline, is what the same snapshots say when
 * the clock says that day; what is said of CVEs and packages is what they say today.
 */
export function asOfLaw(stack: Stack, sources: StackSources, today: CalendarDate, day: CalendarDate): AsOfLaw {
  const asked = checkStack({ ...stack, policy: { ...stack.policy, as_of: day } }, sources, today);
  const [now, then] = [checkStack(stack, sources, today), checkStack(stack, sources, day)];
  const reasons = [...then.reasons.filter(isOfCycle), ...now.reasons.filter((reason) => !isOfCycle(reason))];
  const worst = LEVELS.find((level) => reasons.some((reason) => reason.level === level)) ?? 'info';
  const expected: StackCheck = {
    ...now,
    verdict: worst === 'info' ? 'pass' : worst,
    reasons,
    summary: { ...then.summary, cves: now.summary.cves, packages: now.summary.packages },
    next_deadline: then.next_deadline,
    items: then.items,
    images: then.images,
  };
  const { as_of: _day, of_today: _ofToday, ...rest } = asked;
  return {
    asked: inOrder({ ...rest, reasons: rest.reasons.map((reason) => inWordsOf(reason, day)) }),
    expected: inOrder(expected),
  };
}

/** Of support status; what is said of scores has the place of an item or image where nothing else was sent. */
function isOfCycle({ ref, code }: Reason): boolean {
  return /^(items|images)\//.test(ref) && !code.startsWith('epss');
}

/** A sentence as it stands in an answer whose clock says that day. */
function inWordsOf(reason: Reason, day: CalendarDate): Reason {
  const text = reason.text
    .replace(`; on ${day} it is `, '; today it is ')
    .replace(', that day', ', today')
    .replace(`, one day after ${day}`, ', tomorrow')
    .replace(new RegExp(`, (\\d+) days after ${day}`), ', in $1 days');
  return { ...reason, text };
}

function inOrder(check: StackCheck): StackCheck {
  const keyOf = ({ level, code, ref, id }: Reason) => [LEVELS.indexOf(level), code, ref, id].join(' ');
  return { ...check, reasons: [...check.reasons].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) };
}
