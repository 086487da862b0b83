import { compareDigits, compareText, toDigits } from './digits';

/** A dot-separated identifier of a SemVer pre-release or build: numbers sort by value and below words. */
export interface Identifier {
  readonly numeric: boolean;
  readonly text: string;
}

/** Splits at the dots. Leading zeros are forgiven: `01` is the number one. */
export function readIdentifiers(text: string): readonly Identifier[] {
  return text.split('.').map((part) => {
    const numeric = /^\d+$/.test(part);
    return { numeric, text: numeric ? toDigits(part) : part };
  });
}

/** SemVer 2.0.0 §11.4: number by value, word by ASCII, number below word, fewer identifiers below more. */
export function compareIdentifiers(a: readonly Identifier[], b: readonly Identifier[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const sign = compareOne(a[index] as Identifier, b[index] as Identifier);
    if (sign !== 0) return sign;
  }
  return Math.sign(a.length - b.length);
}

function compareOne(a: Identifier, b: Identifier): number {
  if (a.numeric !== b.numeric) return a.numeric ? -1 : 1;
  return a.numeric ? compareDigits(a.text, b.text) : compareText(a.text, b.text);
}
