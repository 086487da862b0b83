import { compareNumbers, toDigits, type Digits } from './digits';
import type { VersionOrder } from './version-order';

/** CRAN (R's `package_version`): numbers between dots or hyphens; `0.1-0` is `0.1.0`, and `0.1` is less. */
export const cran: VersionOrder<readonly Digits[]> = {
  name: 'CRAN',
  parse: readNumbers,
  compare: compareNumbers,
  accepts: (text) => /^\d+(?:[.-]\d+)*$/.test(text),
};

/** Hackage (Haskell's `Version`): numbers between dots; `1.0` is less than `1.0.0`. */
export const hackage: VersionOrder<readonly Digits[]> = {
  name: 'Hackage',
  parse: readNumbers,
  compare: compareNumbers,
  accepts: (text) => /^\d+(?:\.\d+)*$/.test(text),
};

function readNumbers(text: string): readonly Digits[] {
  return (text.match(/\d+/g) ?? []).map(toDigits);
}
