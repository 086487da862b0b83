import { compareDigits, compareText, toDigits } from './digits';

/** A number or a word of a version from before PEP 440; numbers beat words. */
export interface LegacyPart {
  readonly numeric: boolean;
  readonly text: string;
}

/** The end of the version sorts as this word, so that `1.0b` (b < final) precedes `1.0` and `1.0p` follows it. */
const FINAL = 'final';

/** Words with a fixed place: `dev` first, candidates under one name, and a hyphen after the final release. */
const HYPHEN = `${FINAL}-`;
const WORDS: ReadonlyMap<string, string> = new Map([
  ['pre', 'c'],
  ['preview', 'c'],
  ['rc', 'c'],
  ['dev', '@'],
  ['-', HYPHEN],
]);

/**
 * The order of setuptools before PEP 440, which PyPI's old records rely on: runs of digits and letters, where a word that
 * sorts before `final` swallows the hyphens and zeros in front of it.
 */
export function readLegacy(text: string): readonly LegacyPart[] {
  const parts: LegacyPart[] = [];
  for (const run of [...(text.toLowerCase().match(/\d+|[a-z]+|-|[^0-9a-z.-]+/g) ?? []), FINAL]) {
    const part = toPart(run);
    if (!part.numeric) {
      if (part.text < FINAL) dropWhile(parts, ({ numeric, text: word }) => !numeric && word === HYPHEN);
      dropWhile(parts, ({ numeric, text: digits }) => numeric && digits === '');
    }
    parts.push(part);
  }
  return parts;
}

function toPart(run: string): LegacyPart {
  if (/^\d/.test(run)) return { numeric: true, text: toDigits(run) };
  return { numeric: false, text: WORDS.get(run) ?? run };
}

function dropWhile(parts: LegacyPart[], matches: (part: LegacyPart) => boolean): void {
  while (parts.length > 0 && matches(parts[parts.length - 1] as LegacyPart)) parts.pop();
}

/** Part by part; a version that ends early is less. */
export function compareLegacy(a: readonly LegacyPart[], b: readonly LegacyPart[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const left = a[index] as LegacyPart;
    const right = b[index] as LegacyPart;
    if (left.numeric !== right.numeric) return left.numeric ? 1 : -1;
    const sign = left.numeric ? compareDigits(left.text, right.text) : compareText(left.text, right.text);
    if (sign !== 0) return sign;
  }
  return Math.sign(a.length - b.length);
}
