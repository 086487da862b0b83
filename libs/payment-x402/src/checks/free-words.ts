import { LIMITS, type Clock } from '@stackcheck/contract';
import { clientKeys, widerClientKey } from '../refusals/client-address';
import { slidingWindow } from '../refusals/sliding-window';

/** How many payments of one client are called free in ten minutes, each of which is written: more than may be refused in that time. */
const FREE_WORDS_MAX = 20;
const WINDOW_MS = LIMITS.refusedPaymentsWindowSeconds * 1_000;
/** A /48 holds 65,536 networks of customers, or one customer with that many. */
const SITE_FACTOR = 10;
const CLIENT_BOUNDS = { keysMax: 20_000, waitingMax: 5_000, widerKey: widerClientKey };
const SITE_BOUNDS = { keysMax: 5_000, waitingMax: 1_000 };

/**
 * Bounds what clients make the ledger hold without paying: whether one may have another payment called free, which is counted. While a
 * facilitator is away, no refusal counts.
 */
export function createFreeWords({ clock }: { readonly clock: Pick<Clock, 'monotonic'> }): (client: string) => boolean {
  const clients = slidingWindow(FREE_WORDS_MAX, WINDOW_MS, CLIENT_BOUNDS);
  const sites = slidingWindow(FREE_WORDS_MAX * SITE_FACTOR, WINDOW_MS, SITE_BOUNDS);
  return (client) => {
    const nowMs = clock.monotonic();
    const { own, site } = clientKeys(client);
    if (clients.waitMs(own, nowMs) > 0 || (site !== null && sites.waitMs(site, nowMs) > 0)) return false;
    clients.add(own, nowMs);
    if (site !== null) sites.add(site, nowMs);
    return true;
  };
}
