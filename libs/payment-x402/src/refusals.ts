import { LIMITS, type Clock } from '@stackcheck/contract';
import { clientKey } from './client-address';
import { slidingWindow } from './sliding-window';

/** A payer who, by a fresh signature of his own, made the refused payment himself. */
export interface ProvenPayer {
  /** Lower-cased. */
  readonly address: string;
  /** Counted once: anybody may send the same payment again. */
  readonly paymentHash: string;
}

/** Five refused payments in ten minutes per client or payer, then a wait (specification section 8, decision P8). */
export interface RefusalLimit {
  /** Whole seconds the client has to wait; 0 when it may pay. */
  clientWaitSeconds(client: string): number;
  /** Whole seconds the payer has to wait; to be obeyed only for a payment that he provably signed. */
  payerWaitSeconds(payer: string): number;
  /**
   * Counts one refusal. A payer is named only when nobody else can have made the payment, or strangers could lock him
   * out with copies of his earlier ones, which are public on the chain.
   */
  count(client: string, payer: ProvenPayer | null): void;
}

const WINDOW_MS = LIMITS.refusedPaymentsWindowSeconds * 1_000;
const KEYS_MAX = 100_000;

/** Counts in memory: a restart forgives. */
export function createRefusalLimit(uses: { readonly clock: Clock }): RefusalLimit {
  const clients = slidingWindow(LIMITS.refusedPaymentsMax, WINDOW_MS, KEYS_MAX);
  const payers = slidingWindow(LIMITS.refusedPaymentsMax, WINDOW_MS, KEYS_MAX);
  const countedPayments = slidingWindow(1, WINDOW_MS, KEYS_MAX);
  return {
    clientWaitSeconds: (client) => wholeSeconds(clients.waitMs(clientKey(client), uses.clock.monotonic())),
    payerWaitSeconds: (payer) => wholeSeconds(payers.waitMs(payer, uses.clock.monotonic())),
    count(client, payer) {
      const nowMs = uses.clock.monotonic();
      clients.add(clientKey(client), nowMs);
      if (!payer || countedPayments.waitMs(payer.paymentHash, nowMs) > 0) return;
      countedPayments.add(payer.paymentHash, nowMs);
      payers.add(payer.address, nowMs);
    },
  };
}

function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}
