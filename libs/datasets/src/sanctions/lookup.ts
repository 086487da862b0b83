import type { SanctionsSnapshot } from './records';

/** What a loaded block list is asked through. Built once per snapshot. */
export interface SanctionsIndex {
  /** How many accounts are blocked. */
  readonly size: number;
  /** Whether this account is listed. @param address in any spelling of its hex digits */
  has(address: string): boolean;
}

/** Builds the set of a snapshot. */
export function indexSanctions({ addresses }: SanctionsSnapshot): SanctionsIndex {
  const listed: ReadonlySet<string> = new Set(addresses.map(({ address }) => address));
  return { size: listed.size, has: (address) => listed.has(address.toLowerCase()) };
}
