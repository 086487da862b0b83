/** One bar. */
export interface Bar {
  readonly name: string;
  readonly amount: bigint;
  /** Stands behind the bar. */
  readonly label: string;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * Horizontal bars, the longest one `width` characters wide, in steps of an eighth of a character. Something is never drawn
 * as nothing.
 */
export function bars(rows: readonly Bar[], width = 48): readonly string[] {
  const most = rows.reduce((max, { amount }) => (amount > max ? amount : max), 0n);
  const nameWidth = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows.map(({ name, amount, label }) => {
    const eighths = most === 0n ? 0 : Number((amount * BigInt(width * 8)) / most);
    const drawn = amount > 0n ? Math.max(1, eighths) : 0;
    const bar = '█'.repeat(Math.floor(drawn / 8)) + EIGHTHS[drawn % 8]!;
    return `${name.padEnd(nameWidth)}  ${bar}${bar ? ' ' : ''}${label}`;
  });
}
