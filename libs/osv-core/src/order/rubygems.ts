import { compareDigits, compareText, dropTrailingZeros, toDigits } from './digits';
import { type Identifier } from './identifiers';
import type { VersionOrder } from './version-order';

/**
 * RubyGems (`Gem::Version`): runs of digits and runs of letters, whatever separates them. A word makes a pre-release and
 * sorts below any number, also below the zeros that fill up the shorter version; zeros before a word or the end count
 * for nothing, so `1.0.a` is `1.a`. A hyphen reads as `.pre.`.
 */
export const rubygems: VersionOrder<readonly Identifier[]> = {
  name: 'RubyGems',
  parse: readSegments,
  compare: compareSegments,
  accepts: (text) => /^v?\d[0-9A-Za-z]*(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z.-]+)?$/.test(text),
};

const ZERO: Identifier = { numeric: true, text: '' };

function readSegments(text: string): readonly Identifier[] {
  const runs =
    text
      .replace(/^v(?=\d)/, '')
      .replaceAll('-', '.pre.')
      .match(/\d+|[A-Za-z]+/g) ?? [];
  const word = runs.findIndex((run) => !/^\d/.test(run));
  const numbers = dropTrailingZeros((word === -1 ? runs : runs.slice(0, word)).map(toDigits));
  const rest = word === -1 ? [] : runs.slice(word).map(toIdentifier);
  return [...numbers.map((digits) => ({ numeric: true, text: digits })), ...rest];
}

function toIdentifier(run: string): Identifier {
  return /^\d/.test(run) ? { numeric: true, text: toDigits(run) } : { numeric: false, text: run };
}

function compareSegments(a: readonly Identifier[], b: readonly Identifier[]): number {
  const longest = Math.max(a.length, b.length);
  for (let index = 0; index < longest; index++) {
    const left = a[index] ?? ZERO;
    const right = b[index] ?? ZERO;
    if (left.numeric !== right.numeric) return left.numeric ? 1 : -1;
    const sign = left.numeric ? compareDigits(left.text, right.text) : compareText(left.text, right.text);
    if (sign !== 0) return sign;
  }
  return 0;
}
