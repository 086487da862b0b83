/** Where a product restarted its numbering, or does not number its releases in order. */
export interface CycleNumbering {
  /** First numbers of an abandoned scheme, from and to, and the first number of the one that came after it. */
  readonly restarted?: { readonly from: number; readonly to: number; readonly before: number };
  /** Names hold a half-year or a month of this century, `20h2` or `2004`, among plain years. */
  readonly halfYears?: boolean;
  /** The first number of the cycle that goes on next to maintenance lines of its numbers, which are older than it is now. */
  readonly goesOn?: number;
}

/** Products whose numbers alone would say which cycle is newer, and would be wrong. */
const NUMBERINGS: ReadonlyMap<string, CycleNumbering> = new Map<string, CycleNumbering>([
  // 2018.03 was followed by 2, and that by 2023.
  ['amazon-linux', { restarted: { from: 2010, to: 2018, before: 2 } }],
  // 2 is at 2.26, and 2.12 was kept for Java 7.
  ['log4j', { goesOn: 2 }],
  // pc.2024.3 was followed by pc.7.3.
  ['nutanix-prism', { restarted: { from: 2020, to: 2024, before: 7 } }],
  // 42.3 was followed by 15.0.
  ['opensuse', { restarted: { from: 42, to: 42, before: 15 } }],
  ['windows', { halfYears: true }],
  ['windows-nano-server', { halfYears: true }],
  ['windows-server', { halfYears: true }],
  ['windows-server-core', { halfYears: true }],
]);

/** The numbering of a product; nothing is said about most. */
export function numberingOf(productId: string): CycleNumbering {
  return NUMBERINGS.get(productId) ?? {};
}

/** Numbers that compare as the product's releases followed one another. */
export function inOrderOfRelease(numbers: readonly number[], { restarted, goesOn }: CycleNumbering): readonly number[] {
  const first = numbers[0];
  if (first !== undefined && first === goesOn && numbers.length === 1) return [first, Infinity];
  if (restarted === undefined || first === undefined || first < restarted.from || first > restarted.to) return numbers;
  return [restarted.before - 0.5, ...numbers];
}

/** A cycle's name in which half-years and months of this century are written `2020.4`, as years are. */
export function spellHalfYears(name: string, { halfYears }: CycleNumbering): string {
  if (halfYears !== true) return name;
  return name
    .replace(/(?<![\da-z])(\d\d)h([12])(?![\da-z])/g, (_all, year: string, half: string) => `20${year}.${half}0`)
    .replace(MONTH, (_all, year: string, month: string) => `20${year}.${Number(month)}`);
}

/** `1507` to `1909` and `2004`, the last that was named so; `2003`, `2008` and `2012` are years. */
const MONTH = /(?<![\d.])(1[5-9]|20(?=04))(0[1-9]|1[0-2])(?![\d.])/g;
