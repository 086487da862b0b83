import { percentile } from '@stackcheck/bench/parts';
import type { Call } from '../honest/shop';
import { successOf, type Siege } from './verdict';

const HEAD = ['Attack', 'Success without', 'with', 'p99 without', 'with', 'Attackers got', 'Verdict'];
/** Columns of figures. */
const RIGHT = new Set([1, 2, 3, 4]);

/** The result of a siege as a table in Markdown. */
export function siegeTable(sieges: readonly Siege[]): string {
  const rows = sieges.map(({ name, without, during, got, verdict }) => [
    `\`${name}\``,
    share(without),
    share(during),
    p99(without),
    p99(during),
    gotText(got),
    verdict.repelled ? 'repelled' : `WINS: ${verdict.reasons.join('; ')}`,
  ]);
  const widths = HEAD.map((title, column) =>
    Math.max(...[HEAD, ...rows].map((row) => row[column]!.length), title.length),
  );
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, at) => (RIGHT.has(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)));
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, at) => (RIGHT.has(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(HEAD), line(rule), ...rows.map(line)].join('\n');
}

/** `99.2 %`; never rounded up to a whole that it is not. */
function share(calls: readonly Call[]): string {
  return `${(Math.floor(successOf(calls) * 1_000) / 10).toFixed(1)} %`;
}

/** Of calls that were answered. */
function p99(calls: readonly Call[]): string {
  const took = calls.filter(({ isGood }) => isGood).map(({ tookMs }) => tookMs);
  return took.length === 0 ? 'none' : `${Math.round(percentile(took, 99))} ms`;
}

function gotText(got: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(got).sort(([, a], [, b]) => b - a);
  return sorted.length === 0 ? 'no answer' : sorted.map(([answer, count]) => `${count} × ${answer}`).join(', ');
}
