import { toCalendarDate, type CalendarDate } from '@stackcheck/contract/calendar-date';
import { statusOn, type Cycle } from '@stackcheck/eol-core';
import { levelOfFact, type FoundReason } from '../check/reason';
import { dayOf, type Policy } from '../policy';
import { burdenOf, type Burden } from './burden';

/** What stands against a component for the cycles that it is in: never more than all that stands against it. */
export type CycleBurden = (cycles: readonly Cycle[]) => Burden;

/** Weighs cycles under a policy. Days are compared as texts: a plan looks at hundreds of cycles. */
export function cycleBurdenUnder(policy: Policy, today: CalendarDate): CycleBurden {
  const day = dayOf(policy, today);
  const soon = toCalendarDate(Date.parse(`${day}T00:00:00Z`) + policy.eol_within_days * MS_PER_DAY);
  return (cycles) => {
    let found: Pick<FoundReason, 'level' | 'code'>[] | undefined;
    for (const cycle of cycles) {
      if (statusOn(cycle, day) === 'eol') (found ??= []).push({ level: levelOfFact(policy, 'eol'), code: 'eol' });
      else if (cycle.eolFrom !== null && cycle.eolFrom <= soon)
        (found ??= []).push({ level: 'warn', code: 'eol_soon' });
    }
    return found === undefined ? NOTHING : burdenOf(found);
  };
}

const MS_PER_DAY = 86_400_000;
const NOTHING: Burden = [];
