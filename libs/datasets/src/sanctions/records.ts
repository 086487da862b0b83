import type { SnapshotContent } from '../snapshot/snapshot';

/** One blocked account. */
export interface SanctionedAddress {
  /** `0x` and 40 hex digits, lower case: the same account on every EVM chain, whatever it was listed as. */
  readonly address: string;
  /** Tickers it is listed under, ascending; empty where the source names none. */
  readonly listed_as: readonly string[];
}

/** Content of a block list snapshot; addresses ascending, each once. */
export interface SanctionsSnapshot extends SnapshotContent {
  readonly dataset: 'sanctions';
  readonly addresses: readonly SanctionedAddress[];
  /** Listings that should be EVM accounts and cannot be read as such, in ASCII, ascending. */
  readonly unread: readonly string[];
}
