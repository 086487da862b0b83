/** A day of the Gregorian calendar, `YYYY-MM-DD`. */
export type CalendarDate = string;

const MS_PER_DAY = 86_400_000;

/** True for a day of the Gregorian calendar written `YYYY-MM-DD`; 2026-02-30 is none. */
export function isCalendarDate(text: string): text is CalendarDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = utcMidnight(text);
  // Engines roll an impossible day over into the next month, so only the way back proves it.
  return !Number.isNaN(midnight) && toCalendarDate(midnight) === text;
}

/** The UTC day of an instant in epoch milliseconds. Throws RangeError outside the years 0 to 9999. */
export function toCalendarDate(epochMs: number): CalendarDate {
  const text = new Date(epochMs).toISOString();
  if (text.length !== 24) throw new RangeError(`instant ${epochMs} is outside the years 0 to 9999`);
  return text.slice(0, 10);
}

/** Whole days from one day to another, negative when `to` lies before `from`. Both must be calendar dates. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / MS_PER_DAY);
}

/** The same day of a later year; of 29 February, where that year has none, the 28th. */
export function yearsAfter(day: CalendarDate, years: number): CalendarDate {
  const same = String(Number(day.slice(0, 4)) + years).padStart(4, '0') + day.slice(4);
  const isDay: boolean = isCalendarDate(same);
  return isDay ? same : same.replace(/29$/, '28');
}

function utcMidnight(day: CalendarDate): number {
  // A day alone is of UTC (ECMA-262, 21.4.1.32).
  return Date.parse(day);
}
