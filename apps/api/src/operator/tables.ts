import { html, type Html } from '@stackcheck/pictures/markup';
import { table } from '../layout/table';

/** A cell with the head of its column, which narrow screens write before it. */
export type Cell = readonly [head: string, value: string | number | Html];

/** A table, or a sentence where it has no row. @param kind as of `table` */
export function tableOrNone(caption: string, heads: readonly string[], rows: readonly Html[], kind = ''): Html {
  return rows.length === 0 ? html`<p class="soft">${caption}: none.</p>` : table(caption, heads, rows, kind);
}

/** One row. */
export function row(head: string, data: readonly Html[]): Html {
  return html`<tr>
    <th scope="row">${head}</th>
    ${data}
  </tr> `;
}

/** The cells of a row. */
export function cells(...values: readonly Cell[]): readonly Html[] {
  return values.map(([head, value]) => html`<td data-label="${head}">${value}</td>`);
}

const COLOURS = { good: 'supported', fair: 'security-only', bad: 'eol' } as const;

/** A word with a dot of its colour. */
export function status(words: string, how: keyof typeof COLOURS): Html {
  return html`<span class="status ${COLOURS[how]}">${words}</span>`;
}

/** US dollars without noise of binary fractions. */
export function usd(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** Whole mebibytes. */
export function mebibytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
