/** Versions as a product's publisher and everybody else call them → the cycle that they are listed by. The longer name first. */
const SPOKEN: ReadonlyMap<string, readonly (readonly [said: string, cycle: string])[]> = new Map([
  [
    'mssqlserver',
    [
      ['2025', '17.0'],
      ['2022', '16.0'],
      ['2019', '15.0'],
      ['2017', '14.0'],
      ['2016', '13.0'],
      ['2014', '12.0'],
      ['2012', '11.0'],
      ['2008-r2', '10.50'],
      ['2008', '10.00'],
      ['2005', '9.0'],
    ],
  ],
]);

/** Products whose service packs are the second number of a version: `15 SP4` is 15.4. */
const NUMBERED_PACKS: ReadonlySet<string> = new Set(['sles']);

/** Whether people name versions of a product otherwise than its cycles are named. */
export function isSpoken(productId: string): boolean {
  return SPOKEN.has(productId) || NUMBERED_PACKS.has(productId);
}

/**
 * A version as the product's cycles are named, where people name it otherwise: `2016 SP3` of SQL Server is 13.0-sp3. Undefined where it is
 * not of that form.
 * @param hyphenated lower-cased, with hyphens for blanks
 */
export function listedName(productId: string, hyphenated: string): string | undefined {
  if (NUMBERED_PACKS.has(productId)) {
    const [, release, pack] = /^(\d+)-?sp(\d+)(?!\d)/.exec(hyphenated) ?? [];
    return pack === undefined ? undefined : `${release}.${pack}`;
  }
  for (const [said, cycle] of SPOKEN.get(productId) ?? []) {
    if (!hyphenated.startsWith(said)) continue;
    const rest = hyphenated.slice(said.length);
    if (rest === '' || rest.startsWith('-')) return cycle + rest;
  }
  return undefined;
}
