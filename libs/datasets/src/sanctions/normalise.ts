import { hasHiddenCharacter } from '../life/guards';
import type { SanctionedAddress, SanctionsSnapshot } from './records';
import type { Listing, UpstreamList } from './upstream';

/** An account of an EVM chain. */
const EVM_FORM = /^0x[0-9a-f]{40}$/i;

/** Accounts of other chains that begin alike (32 bytes). */
const OTHER_CHAIN_FORM = /^0x[0-9a-f]{64}$/i;

/** Tickers of which every address is an EVM account. Tokens such as USDT are listed under addresses of many chains. */
const EVM_TICKERS: ReadonlySet<string> = new Set(['ETH', 'ETC', 'ARB', 'BSC']);

/**
 * Upstream's listings as the block list: the union over all tickers of the addresses in EVM form, lower case, ascending.
 * The ticker does not matter for blocking, since one key owns the account on every EVM chain. Names and programmes are
 * left out: nothing here needs them. What should be an EVM account and is none is kept apart for the guards.
 */
export function normaliseSanctions({ form, listings }: UpstreamList): SanctionsSnapshot {
  const tickersOf = new Map<string, Set<string>>();
  const unread = new Set<string>();
  for (const { address: text, tickers } of listings) {
    if (!EVM_FORM.test(text)) {
      if (shouldBeAccount(text, tickers)) unread.add(inAscii(text));
      continue;
    }
    const address = text.toLowerCase();
    const known = tickersOf.get(address) ?? new Set<string>();
    for (const ticker of tickers) known.add(ticker);
    tickersOf.set(address, known);
  }
  const addresses: SanctionedAddress[] = [...tickersOf]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, tickers]) => ({ address, listed_as: [...tickers].sort() }));
  return {
    dataset: 'sanctions',
    meta: { upstream_schema_version: `${form}-1` },
    addresses,
    unread: [...unread].sort(),
  };
}

/** Whether this may be an account's address misspelt; other chains' addresses are no concern of ours. */
function shouldBeAccount(text: string, tickers: Listing['tickers']): boolean {
  return (
    /\s/.test(text) ||
    hasHiddenCharacter(text) ||
    (/^0x/i.test(text) && !OTHER_CHAIN_FORM.test(text)) ||
    tickers.some((ticker) => EVM_TICKERS.has(ticker.toUpperCase()))
  );
}

/** Invisible characters made visible, and halves of characters storable. */
function inAscii(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
