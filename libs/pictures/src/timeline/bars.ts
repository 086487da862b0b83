import { isCalendarDate, yearsAfter, type CalendarDate } from '@stackcheck/contract/calendar-date';
import type { SupportCycle } from '../cycles/support-cycle';

/** A stretch of time in which a cycle has one kind of support. */
export interface Bar {
  readonly kind: 'active' | 'security' | 'extended';
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** No end is known: the bar goes a year beyond the day of the drawing. */
  readonly isOpen: boolean;
}

/** The kinds of support one after another; none where no two days are known. */
export function barsOf(cycle: SupportCycle, day: CalendarDate): readonly Bar[] {
  const [released, active, ends, extended] = [cycle.released, cycle.activeUntil, cycle.ends, cycle.extendedUntil].map(
    (each) => (each !== null && isCalendarDate(each) ? each : null),
  );
  const bars: Bar[] = [];
  let from = released;
  const add = (kind: Bar['kind'], to: CalendarDate | null | undefined, isOpen = false): void => {
    if (!to) return;
    if (from && from < to) bars.push({ kind, from, to, isOpen });
    if (!from || from < to) from = to;
  };
  add('active', active ?? ends);
  add('security', ends);
  if (!ends && !cycle.isOver && released) add(active ? 'security' : 'active', openEnd(day, from), true);
  add('extended', extended);
  return bars;
}

/** Beyond both today and what is known. */
function openEnd(day: CalendarDate, from: CalendarDate | null | undefined): CalendarDate {
  return yearsAfter(from && from > day ? from : day, 1);
}
