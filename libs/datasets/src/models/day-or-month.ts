import { isCalendarDate } from '@stackcheck/contract/calendar-date';
import type { DayOrMonth } from '@stackcheck/models-core/model';

/**
 * What can be believed of a date: a day of the calendar, the month of a day that does not exist (2025-02-31), a month;
 * null for anything else.
 */
export function toDayOrMonth(text: string): DayOrMonth | null {
  if (isCalendarDate(text)) return text;
  const month = /^\d{4}-\d{2}/.exec(text)?.[0];
  return month !== undefined && isCalendarDate(`${month}-01`) ? month : null;
}
