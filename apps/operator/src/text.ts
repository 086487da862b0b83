import { atomicToUsd } from '@stackcheck/contract';
import Table from 'cli-table3';

/** Epoch milliseconds as an instant in UTC, to the second. */
export function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Atomic USDC as dollars with all six decimals, so that a column of amounts can be compared by eye. */
export function dollars(atomic: bigint): string {
  const usd = atomicToUsd(atomic < 0n ? -atomic : atomic);
  const [whole, fraction = ''] = usd.split('.');
  return `${atomic < 0n ? '-' : ''}${whole}.${fraction.padEnd(6, '0')}`;
}

/** The beginning of an address, nonce or hash. */
export function short(hex: string | null): string {
  return hex === null ? '' : hex.length > 14 ? `${hex.slice(0, 12)}…` : hex;
}

/**
 * A table without colours, as a terminal and a file can both hold. What a client sent must not steer the terminal.
 * @param columns of the terminal: cells are broken so that lines are no longer; as wide as it needs to be when absent
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  columns?: number,
): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? plain(cell) : cell)));
  const needed = head.map((name, at) => Math.max(name.length, ...cells.map((row) => String(row[at] ?? '').length)) + 2);
  const colWidths = columns === undefined ? needed : fitted(needed, columns - head.length - 1);
  const made = new Table({
    head: [...head],
    style: { head: [], border: [], compact: true },
    ...(columns === undefined ? {} : { colWidths, wordWrap: true, wrapOnWordBoundary: false }),
  });
  for (const row of cells) made.push(row);
  return made.toString();
}

/** The widest column gives way until all of them have room. */
function fitted(needed: readonly number[], room: number): number[] {
  const widths = [...needed];
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= COLUMN_MIN) break;
    widths[widest]!--;
  }
  return widths;
}

const COLUMN_MIN = 6;

/** Text without control and formatting characters. */
export function plain(text: string): string {
  return text.replace(/\p{C}/gu, '?');
}

/** JSON of one thing; amounts as decimal strings of atomic USDC. */
export function json(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? one.toString() : one), 2);
}
