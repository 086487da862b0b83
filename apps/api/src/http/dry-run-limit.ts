import { LIMITS, ServiceError, type Clock } from '@stackcheck/contract';
import { clientKeys, slidingWindow, widerClientKey } from '@stackcheck/payment-x402/refusals';

/** Says whether a client may ask for another dry run, and counts those it asked for. */
export interface DryRunLimit {
  /** @throws ServiceError `rate_limited` */
  consume(client: string): void;
}

const WINDOW_MS = LIMITS.dryRunsWindowSeconds * 1_000;

/** A /48 holds many customers, or one with 65,536 networks. */
const SITE_FACTOR = 10;

/** Some 10 MB when full; a client that waits is not forgotten for another one. */
const CLIENT_BOUNDS = { keysMax: 10_000, waitingMax: 5_000, widerKey: widerClientKey };
const SITE_BOUNDS = { keysMax: 1_000, waitingMax: 500 };

/** Counts in memory: a restart forgives. */
export function dryRunLimit(clock: Pick<Clock, 'monotonic'>): DryRunLimit {
  const clients = slidingWindow(LIMITS.dryRunsMax, WINDOW_MS, CLIENT_BOUNDS);
  const sites = slidingWindow(LIMITS.dryRunsMax * SITE_FACTOR, WINDOW_MS, SITE_BOUNDS);
  return {
    consume(client) {
      const nowMs = clock.monotonic();
      const { own, site } = clientKeys(client);
      const waitMs = Math.max(clients.waitMs(own, nowMs), site === null ? 0 : sites.waitMs(site, nowMs));
      if (waitMs > 0) {
        throw new ServiceError('rate_limited', {
          message: `at most ${LIMITS.dryRunsMax} dry runs within ${LIMITS.dryRunsWindowSeconds} seconds; nothing was looked at`,
          retryAfterSeconds: Math.ceil(waitMs / 1_000),
        });
      }
      clients.add(own, nowMs);
      if (site !== null) sites.add(site, nowMs);
    },
  };
}
