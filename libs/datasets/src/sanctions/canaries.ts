import type { SanctionedAddress } from './records';

/**
 * Addresses that were listed years ago, in public designations: Potekhin and Karasavidi (September 2020), Andreyev and
 * Lifshits (September 2020), the accounts of the Ronin bridge theft (April 2022). A list without one of them was cut
 * short, read wrongly or tampered with; should one be delisted, an operator looks and accepts the list by its hash.
 */
export const CANARIES: readonly string[] = [
  '0x7f367cc41522ce07553e823bf3be79a889debe1b',
  '0xd882cfc20f52f2599d84b8e8d58c7fb62cfe344b',
  '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c',
  '0x901bb9583b24d97e995513c6778dc6888ab6870e',
  '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
  '0xa0e1c89ef1a489c9c7de96311ed5ce5d32c20e4b',
];

/** The canaries that these rows do not list. */
export function missingCanaries(rows: readonly SanctionedAddress[]): readonly string[] {
  const listed = new Set(rows.map(({ address }) => address));
  return CANARIES.filter((canary) => !listed.has(canary));
}
