import { compareNumbers, dropTrailingZeros, toDigits, type Digits } from './digits';
import { compareRuns, type RankedRun } from './ranked-runs';
import type { VersionOrder } from './version-order';

/** The leading numbers without zeros at their end, since Composer pads to four, and what follows them. */
export interface PackagistKey {
  readonly core: readonly Digits[];
  readonly rest: readonly RankedRun[];
}

/**
 * PHP's `version_compare`: an unknown word, dev, alpha, beta, RC, then a version that ends here, a number, a patch level.
 * Two unknown words are equal there; here their text decides, since `1.0-foo` and `1.0-bar` are two versions.
 */
const UNKNOWN = 0;
const END = 5;
const NUMBER = 6;
const RANKS = { number: NUMBER, end: END } as const;
const WORDS: ReadonlyMap<string, number> = new Map([
  ['dev', 1],
  ['alpha', 2],
  ['a', 2],
  ['beta', 3],
  ['b', 3],
  ['rc', 4],
  ['patch', 7],
  ['pl', 7],
  ['p', 7],
]);

/** Composer's order: its normaliser (a `v`, four numbers, spelled-out stability, no build metadata), then PHP's compare. */
export const packagist: VersionOrder<PackagistKey> = {
  name: 'Composer',
  parse: readPackagist,
  compare: (a, b) => compareNumbers(a.core, b.core) || compareRuns(a.rest, b.rest, RANKS),
  // `dev-main` and `1.x-dev` name branches.
  accepts: (text) => /^v?\d(?:[-._+]?[0-9A-Za-z][0-9A-Za-z._+~-]*)?$/i.test(text) && !/\.x(?:-dev)?$/i.test(text),
};

function readPackagist(text: string): PackagistKey {
  const version = text
    .trim()
    .replace(/^v(?=\d)/i, '')
    .replace(/@[a-z]+$/i, '')
    .replace(/^([^+\s]+)\+\S*$/, '$1');
  const numbers = /^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '';
  return {
    core: numbers === '' ? [] : dropTrailingZeros(numbers.split('.').map(toDigits)),
    rest: (version.slice(numbers.length).match(/\d+|[A-Za-z]+|#/g) ?? []).filter(saysSomething).map(toToken),
  };
}

const saysSomething = (run: string) => run.toLowerCase() !== 'stable';

function toToken(run: string): RankedRun {
  if (/^\d/.test(run)) return { rank: NUMBER, text: toDigits(run) };
  const rank = WORDS.get(run.toLowerCase());
  return rank === undefined ? { rank: UNKNOWN, text: run } : { rank, text: '' };
}
