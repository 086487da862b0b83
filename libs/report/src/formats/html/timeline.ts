import { daysBetween, isCalendarDate } from '@stackcheck/contract/calendar-date';
import type { CycleInUse } from '../../outcome';
import { onOneLine } from '../../text/plain';
import { html, type Html } from './html-text';

/** Columns of the drawing; it is scaled to the width of the page. */
const WIDTH = 720;
const ROW = 44;
const TOP = 24;

/**
 * The support of release cycles as bars over years, with the day of the check as a line: one SVG with title and description, for
 * which a table says the same. Cycles without any day are left to the table; undefined where none has one.
 */
export function timelineOf(cycles: readonly CycleInUse[], day: string): Html | undefined {
  const drawn = cycles.flatMap((cycle) => barsOf(cycle) ?? []);
  if (drawn.length === 0) return undefined;
  const days = [...drawn.flatMap(({ bars }) => bars.flatMap(({ from, to }) => [from, to])), day].sort();
  const scale = scaleOf(days[0] ?? day, days.at(-1) ?? day);
  const height = TOP + drawn.length * ROW + 8;
  const names = drawn.map(({ name }) => name).join(', ');
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="timeline-title timeline-desc">
    <title id="timeline-title">Support of the release cycles in use</title>
    <desc id="timeline-desc">
      Bars from release to end of support for ${names}; a line marks ${day}. The table below has the same days.
    </desc>
    ${scale.years.map(
      ({ x, year }) =>
        html`<line class="grid" x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${height}" /><text
            class="year"
            x="${x + 3}"
            y="14"
            >${year}</text
          >`,
    )}
    ${drawn.map(({ name, bars }, row) => {
      const y = TOP + row * ROW;
      return html`<text x="0" y="${y + 14}">${name}</text>${bars.map(
          ({ kind, from, to }) =>
            html`<rect
              class="bar-${kind}"
              x="${scale.x(from)}"
              y="${y + 20}"
              height="12"
              width="${round(Math.max(2, scale.x(to) - scale.x(from)))}"
            />`,
        )}`;
    })}
    <line class="today" x1="${scale.x(day)}" x2="${scale.x(day)}" y1="${TOP - 6}" y2="${height}" />
  </svg>`;
}

interface Bar {
  readonly kind: 'active' | 'security' | 'extended';
  readonly from: string;
  readonly to: string;
}

/** The kinds of support one after another; undefined where no two days are known. */
function barsOf(cycle: CycleInUse): { readonly name: string; readonly bars: readonly Bar[] } | undefined {
  const [released, active, ends, extended] = [cycle.released, cycle.active_until, cycle.ends, cycle.extended_until].map(
    (each) => (each !== null && isCalendarDate(each) ? each : null),
  );
  const bars: Bar[] = [];
  let from = released;
  for (const [kind, to] of [
    ['active', active ?? ends],
    ['security', ends],
    ['extended', extended],
  ] as const) {
    if (!to) continue;
    if (from && from < to) bars.push({ kind, from, to });
    if (!from || from < to) from = to;
  }
  const [label, name] = [onOneLine(cycle.label), onOneLine(cycle.cycle)];
  return bars.length === 0 ? undefined : { name: short(`${label} ${name}`), bars };
}

/** SVG breaks no lines. */
function short(text: string): string {
  const points = [...text];
  return points.length > 50 ? `${points.slice(0, 49).join('')}…` : text;
}

/** Whole years around all days, and where they are drawn; no more lines than can be read. */
function scaleOf(first: string, last: string) {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4)) + 1];
  const start = `${first.slice(0, 4)}-01-01`;
  const total = (to - from) * 365.25;
  const step = Math.max(1, Math.ceil((to - from) / 12));
  const x = (day: string) => round((daysBetween(start, day) / total) * WIDTH);
  const years = Array.from({ length: Math.ceil((to - from) / step) }, (_each, at) => from + at * step);
  return { x, years: years.map((year) => ({ year, x: round(((year - from) / (to - from)) * WIDTH) })) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
