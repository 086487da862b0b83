import { UpstreamShapeError } from '../dataset';
import { hasHiddenCharacter } from '../guards';
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
 * left out: nothing here needs them.
 * @throws UpstreamShapeError for an address that can be neither taken nor set aside, so that no misread listing is lost
 */
export function normaliseSanctions({ form, listings }: UpstreamList): SanctionsSnapshot {
  const tickersOf = new Map<string, Set<string>>();
  listings.forEach((listing, position) => {
    if (!isEvmAccount(listing, position)) return;
    const address = listing.address.toLowerCase();
    const tickers = tickersOf.get(address) ?? new Set<string>();
    for (const ticker of listing.tickers) tickers.add(ticker);
    tickersOf.set(address, tickers);
  });
  const addresses: SanctionedAddress[] = [...tickersOf]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, tickers]) => ({ address, listed_as: [...tickers].sort() }));
  return { dataset: 'sanctions', meta: { upstream_schema_version: `${form}-1` }, addresses };
}

/** False for another chain's address, which is set aside. */
function isEvmAccount({ address, tickers }: Listing, position: number): boolean {
  if (EVM_FORM.test(address)) return true;
  const misread =
    /\s/.test(address) ||
    hasHiddenCharacter(address) ||
    (/^0x/i.test(address) && !OTHER_CHAIN_FORM.test(address)) ||
    tickers.some((ticker) => EVM_TICKERS.has(ticker.toUpperCase()));
  if (misread) throw new UpstreamShapeError(`upstream's listing ${position} holds an address that cannot be read`);
  return false;
}
