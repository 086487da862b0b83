/**
 * A whole number as its decimal digits without leading zeros; zero is the empty text. Versions hold numbers of any
 * length (dates, build counters), which a float would round to equality.
 */
export type Digits = string;

/** The number that a run of decimal digits spells. */
export function toDigits(run: string): Digits {
  let start = 0;
  while (start < run.length && run.charCodeAt(start) === 48) start++;
  return start === 0 ? run : run.slice(start);
}

/** Orders two numbers: the longer is greater, and of one length the text decides. */
export function compareDigits(a: Digits, b: Digits): number {
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  return compareText(a, b);
}

/** Orders two texts by code unit. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Drops the zeros at the end of a list of numbers, in place, so that `1.0` and `1` have one key. */
export function dropTrailingZeros(numbers: Digits[]): Digits[] {
  while (numbers.length > 0 && numbers[numbers.length - 1] === '') numbers.pop();
  return numbers;
}

/** Orders two lists of numbers from left to right; a list that ends early is less. */
export function compareNumbers(a: readonly Digits[], b: readonly Digits[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const sign = compareDigits(a[index] as Digits, b[index] as Digits);
    if (sign !== 0) return sign;
  }
  return Math.sign(a.length - b.length);
}
