import { isCalendarDate, type CalendarDate } from '@stackcheck/contract/calendar-date';
import type { SupportCycle } from './support-cycle';

/** A day on which the support of a release cycle changes. */
export interface SupportEvent {
  readonly kind: 'released' | 'active-ended' | 'ended' | 'extended-ended';
  /** The first day for `released`; for the others the last day of that support. */
  readonly day: CalendarDate;
}

/** The days of a cycle that are known, in the order in which a cycle passes through them. */
export function supportEvents(
  cycle: Pick<SupportCycle, 'released' | 'activeUntil' | 'ends' | 'extendedUntil'>,
): readonly SupportEvent[] {
  const days = [
    ['released', cycle.released],
    // Active support that ends with the cycle is no change of its own.
    ['active-ended', cycle.activeUntil === cycle.ends ? null : cycle.activeUntil],
    ['ended', cycle.ends],
    ['extended-ended', cycle.extendedUntil === cycle.ends ? null : cycle.extendedUntil],
  ] as const;
  return days.flatMap(([kind, day]) => (day !== null && isCalendarDate(day) ? [{ kind, day }] : []));
}
