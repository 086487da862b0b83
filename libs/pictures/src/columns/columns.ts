import { html, type Html } from '../markup/html';
import { onOneLine } from '../text/plain';
import { rounded } from '../text/rounded';

/** One column. */
export interface Column {
  /** Below it, e.g. a day; the first, the last and some between are written. */
  readonly name: string;
  /** 0 or more; what is not finite is drawn as 0. */
  readonly value: number;
}

/** What is drawn, and what it is called. */
export interface Columns {
  readonly columns: readonly Column[];
  /** A few words for those who cannot see it. */
  readonly title: string;
  /** The value of the highest column as it is read, e.g. `1.25 USD`. */
  readonly most: string;
  /** Prefix of the ids of title and description, where a page holds several drawings; `columns` by default. */
  readonly idPrefix?: string;
}

/** Units of the drawing; it is scaled to the width of the page. */
const WIDTH = 720;
const HEIGHT = 160;
const TOP = 28;
const BOTTOM = 28;
const GAP = 0.25;
/** Fewer would not be read as a scale, more would overlap on a telephone. */
const NAMES_MAX = 4;
/** Something is never drawn as nothing. */
const SEEN = 2;

/**
 * Values one after another as columns from a line: one SVG with title and description, coloured by the classes `bar-active`, `grid`,
 * `year` and `end`; its own is `columns`, for larger letters on a narrow screen, for which a table says the same. Undefined where there is no column.
 */
export function columnsSvg({ columns, title, most, idPrefix = 'columns' }: Columns): Html | undefined {
  if (columns.length === 0) return undefined;
  const values = columns.map(({ value }) => (Number.isFinite(value) && value > 0 ? value : 0));
  const highest = Math.max(...values);
  const step = WIDTH / columns.length;
  const base = TOP + HEIGHT;
  const names = namesOf(columns);
  return html`<svg
    class="columns"
    viewBox="0 0 ${WIDTH} ${base + BOTTOM}"
    role="img"
    aria-labelledby="${idPrefix}-title ${idPrefix}-desc"
  >
    <title id="${idPrefix}-title">${onOneLine(title)}</title>
    <desc id="${idPrefix}-desc">
      Columns from ${onOneLine(columns[0]!.name)} to ${onOneLine(columns.at(-1)!.name)}, the highest ${onOneLine(most)}.
    </desc>
    <line class="grid" x1="0" x2="${WIDTH}" y1="${TOP}" y2="${TOP}" />
    <line class="grid" x1="0" x2="${WIDTH}" y1="${base}" y2="${base}" />
    <text class="end" x="${WIDTH}" y="${TOP - 8}" text-anchor="end">${onOneLine(most)}</text>
    ${values.map((value, at) => {
      const height = value === 0 ? 0 : Math.max(SEEN, (value / highest) * HEIGHT);
      return html`<rect
        class="bar-active"
        x="${rounded((at + GAP / 2) * step)}"
        y="${rounded(base - height)}"
        width="${rounded((1 - GAP) * step)}"
        height="${rounded(height)}"
      />`;
    })}
    ${names.map(
      ({ name, at, anchor }) =>
        html`<text class="year" x="${rounded((at + 0.5) * step)}" y="${base + 20}" text-anchor="${anchor}"
          >${name}</text
        >`,
    )}
  </svg>`;
}

/** Names that stand far enough from each other. */
function namesOf(
  columns: readonly Column[],
): readonly { name: string; at: number; anchor: 'start' | 'middle' | 'end' }[] {
  const last = columns.length - 1;
  const count = Math.min(NAMES_MAX, columns.length);
  const places = new Set(Array.from({ length: count }, (_, at) => Math.round((at * last) / Math.max(1, count - 1))));
  return [...places].map((at) => ({
    name: onOneLine(columns[at]!.name),
    at,
    anchor: last < NAMES_MAX ? 'middle' : at === 0 ? 'start' : at === last ? 'end' : 'middle',
  }));
}
