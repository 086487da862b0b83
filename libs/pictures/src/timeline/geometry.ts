import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { SupportCycle } from '../cycles/support-cycle';
import { barsOf, type Bar } from './bars';
import { scaleOf } from './scale';

/** A kind of support as it lies on the scale of years. */
export interface TimelineBar extends Pick<Bar, 'kind' | 'isOpen'> {
  readonly x: number;
  readonly width: number;
}

/** Where everything of a timeline lies from left to right. */
export interface TimelineGeometry {
  readonly rows: readonly { readonly cycle: SupportCycle; readonly bars: readonly TimelineBar[] }[];
  readonly years: readonly { readonly x: number; readonly year: number }[];
  readonly today: number;
}

/** No bar is narrower. */
const BAR_MIN = 2;

/** Lays cycles out over a width, whole years around all of their days; undefined where none has a day. Cycles without one are left out. */
export function timelineGeometry(
  cycles: readonly SupportCycle[],
  day: CalendarDate,
  width: number,
): TimelineGeometry | undefined {
  const drawn = cycles.map((cycle) => ({ cycle, bars: barsOf(cycle, day) })).filter(({ bars }) => bars.length > 0);
  if (drawn.length === 0) return undefined;
  const days = [...drawn.flatMap(({ bars }) => bars.flatMap(({ from, to }) => [from, to])), day].sort();
  const scale = scaleOf(days[0] ?? day, days.at(-1) ?? day, width);
  const placed = ({ kind, isOpen, from, to }: Bar): TimelineBar => {
    const x = scale.x(from);
    return { kind, isOpen, x, width: Math.round(10 * Math.max(BAR_MIN, scale.x(to) - x)) / 10 };
  };
  return {
    rows: drawn.map(({ cycle, bars }) => ({ cycle, bars: bars.map(placed) })),
    years: scale.years,
    today: scale.x(day),
  };
}
