import { html, type Html } from '../markup/html';
import { onOneLine } from '../text/plain';
import type { SupportCycle } from '../cycles/support-cycle';
import { timelineGeometry, type TimelineBar } from './geometry';

/** What is drawn, and what it is called. */
export interface Timeline {
  readonly cycles: readonly SupportCycle[];
  /** The day that is marked as today. */
  readonly day: string;
  /** A few words for those who cannot see it. */
  readonly title: string;
  /** Prefix of the ids of title and description, where a page holds several drawings; `timeline` by default. */
  readonly idPrefix?: string;
  /** For a narrow screen, half as wide, so that its letters are as large there. */
  readonly isNarrow?: true;
}

/** Units of the drawing; it is scaled to the width of the page. */
const WIDTH = 720;
const NARROW_WIDTH = 360;
const ROW = 44;
const TOP = 24;
/** Room for the words below the line of the day. */
const BOTTOM = 18;
/** About half of what these words take. */
const DAY_HALF = 56;

/** Kinds of support differ in height as well as in colour, so that no reader depends on colours. */
const HEIGHTS = { active: 14, security: 10, extended: 6 } as const;

/**
 * The support of release cycles as bars over years, with the day as a line that is named: one SVG with title and description, coloured by the
 * classes `bar-active`, `bar-security`, `bar-extended`, `bar-open`, `grid`, `year`, `name`, `end` and `today`, for which a table says the
 * same; `over` is the class of a cycle that has ended. Cycles without any day are left to the table; undefined where none has one.
 */
export function timelineSvg(timeline: Timeline): Html | undefined {
  const { cycles, day, title, idPrefix = 'timeline', isNarrow } = timeline;
  const width = isNarrow ? NARROW_WIDTH : WIDTH;
  const geometry = timelineGeometry(cycles, day, width);
  if (geometry === undefined) return undefined;
  const { years, today } = geometry;
  const drawn = geometry.rows.map(({ cycle, bars }) => ({ cycle, bars, name: short(onOneLine(cycle.name)) }));
  const height = TOP + drawn.length * ROW + BOTTOM;
  const bottom = height - BOTTOM + 4;
  const names = drawn.map(({ name }) => name).join(', ');
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${idPrefix}-title ${idPrefix}-desc">
    <title id="${idPrefix}-title">${onOneLine(title)}</title>
    <desc id="${idPrefix}-desc">
      Bars from release to end of support for ${names}; a line marks ${day}. The table below has the same days.
    </desc>
    ${years.map(
      ({ x, year }) =>
        html`<line class="grid" x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${bottom}" /><text
            class="year"
            x="${x + 3}"
            y="14"
            >${year}</text
          >`,
    )}
    ${drawn.map(({ cycle, bars }, row) => barsOfRow(bars, cycle.isOver, TOP + row * ROW))}
    <line class="today" x1="${today}" x2="${today}" y1="${TOP - 6}" y2="${bottom}" />
    ${drawn.map(({ cycle, name }, row) => textsOfRow({ name, end: endText(cycle), isOver: cycle.isOver, width }, TOP + row * ROW))}
    <text
      class="year"
      x="${Math.min(Math.max(today, DAY_HALF), width - DAY_HALF)}"
      y="${height - 3}"
      text-anchor="middle"
    >
      today, ${onOneLine(day)}
    </text>
  </svg>`;
}

function barsOfRow(bars: readonly TimelineBar[], isOver: boolean, y: number): Html {
  return html`<g ${isOver ? html` class="over"` : ''}>
    ${bars.map(
      ({ kind, x, width: long, isOpen }) =>
        html`<rect
          class="bar-${kind}${isOpen ? ' bar-open' : ''}"
          x="${x}"
          y="${y + 20 + (HEIGHTS.active - HEIGHTS[kind]) / 2}"
          height="${HEIGHTS[kind]}"
          width="${long}"
          rx="2"
        />`,
    )}
  </g>`;
}

interface Texts {
  readonly name: string;
  readonly end: string;
  readonly isOver: boolean;
  readonly width: number;
}

/** After the line of the day, which no letter is hidden by. */
function textsOfRow({ name, end, isOver, width }: Texts, y: number): Html {
  return html`<g ${isOver ? html` class="over"` : ''}>
    <text class="name" x="0" y="${y + 14}">${name}</text
    ><text class="end" x="${width}" y="${y + 14}" text-anchor="end">${end}</text>
  </g>`;
}

function endText({ ends, isOver }: SupportCycle): string {
  if (ends === null) return isOver ? 'ended' : 'no end announced';
  return `${isOver ? 'ended' : 'until'} ${ends}`;
}

/** SVG breaks no lines. */
function short(text: string): string {
  const points = [...text];
  return points.length > 40 ? `${points.slice(0, 39).join('')}…` : text;
}
