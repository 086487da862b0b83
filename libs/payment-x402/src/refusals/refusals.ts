import { LIMITS, type Clock } from '@stackcheck/contract';
import { clientKeys, widerClientKey } from './client-address';
import { slidingWindow } from './sliding-window';

/** A payer who, by a fresh signature of his own, made the refused payment himself. */
export interface ProvenPayer {
  /** Lower-cased. */
  readonly address: string;
  /** Counted once: any client may send the same payment again. */
  readonly paymentHash: string;
}

/** Five refused payments in ten minutes per client or payer, then a wait. */
export interface RefusalLimit {
  /** Whole seconds the client has to wait; 0 when it may pay. */
  clientWaitSeconds(client: string): number;
  /** How many more refusals the client may have before it has to wait. */
  refusalsLeft(client: string): number;
  /** Whole seconds the payer has to wait; to be obeyed only for a payment that he provably signed. */
  payerWaitSeconds(payer: string): number;
  /**
   * Counts one refusal. A payer is named only when no other party can have made the payment, or strangers could lock him
   * out with copies of his earlier ones, which are public on the chain.
   */
  count(client: string, payer: ProvenPayer | null): void;
}

const WINDOW_MS = LIMITS.refusedPaymentsWindowSeconds * 1_000;
/** A /48 holds 65,536 networks of customers, or one customer with that many; it may be refused this often as much. */
const SITE_FACTOR = 10;
/** Characters of a payment hash that tell a payer's payments apart. V8 copies strings this short instead of keeping the whole. */
const HASH_CHARS = 12;

/** Room for a hundred thousand clients; one proves itself a payer only with a signature, so that far fewer do at once. */
const CLIENT_BOUNDS = { keysMax: 100_000, waitingMax: 20_000, widerKey: widerClientKey };
const SITE_BOUNDS = { keysMax: 10_000, waitingMax: 5_000 };
const PAYER_BOUNDS = { keysMax: 10_000, waitingMax: 5_000 };

/** Counts in memory: a restart forgives. All tables together stay below 32 MB, whatever is sent. */
export function createRefusalLimit(deps: { readonly clock: Pick<Clock, 'monotonic'> }): RefusalLimit {
  const clients = slidingWindow(LIMITS.refusedPaymentsMax, WINDOW_MS, CLIENT_BOUNDS);
  const sites = slidingWindow(LIMITS.refusedPaymentsMax * SITE_FACTOR, WINDOW_MS, SITE_BOUNDS);
  const payers = slidingWindow(LIMITS.refusedPaymentsMax, WINDOW_MS, PAYER_BOUNDS);
  return {
    clientWaitSeconds(client) {
      const nowMs = deps.clock.monotonic();
      const { own, site } = clientKeys(client);
      return wholeSeconds(Math.max(clients.waitMs(own, nowMs), site === null ? 0 : sites.waitMs(site, nowMs)));
    },
    refusalsLeft(client) {
      const nowMs = deps.clock.monotonic();
      const { own, site } = clientKeys(client);
      return Math.min(clients.left(own, nowMs), site === null ? Infinity : sites.left(site, nowMs));
    },
    payerWaitSeconds: (payer) => wholeSeconds(payers.waitMs(payer, deps.clock.monotonic())),
    count(client, payer) {
      const nowMs = deps.clock.monotonic();
      const { own, site } = clientKeys(client);
      clients.add(own, nowMs);
      if (site !== null) sites.add(site, nowMs);
      // A payer who waits already is not made to wait longer: what is counted then was sent by others, or before he waited.
      if (payer && payers.waitMs(payer.address, nowMs) === 0)
        payers.add(payer.address, nowMs, payer.paymentHash.slice(0, HASH_CHARS));
    },
  };
}

function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}
