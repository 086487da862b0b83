import { daysBetween, type CalendarDate } from '@stackcheck/contract/calendar-date';
import { rounded } from '../text/rounded';

/** Where days and the beginnings of years are drawn. */
export interface Scale {
  x(day: CalendarDate): number;
  readonly years: readonly { readonly x: number; readonly year: number }[];
}

/** Units between two lines, so that their years can be read. */
const YEAR_MIN = 60;

/** Whole years around two days over a width. */
export function scaleOf(first: CalendarDate, last: CalendarDate, width: number): Scale {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4)) + 1];
  const start = `${first.slice(0, 4)}-01-01`;
  const total = (to - from) * 365.25;
  const step = Math.max(1, Math.ceil((to - from) / Math.floor(width / YEAR_MIN)));
  const x = (day: string) => rounded((daysBetween(start, day) / total) * width);
  const years = Array.from({ length: Math.ceil((to - from) / step) }, (_each, at) => from + at * step);
  return { x, years: years.map((year) => ({ year, x: rounded(((year - from) / (to - from)) * width) })) };
}
