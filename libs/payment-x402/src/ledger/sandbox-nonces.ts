import type { PaymentKey } from './ledger';

/** The nonces that sandbox payments have spent; kept across restarts, as a chain would keep them. */
export interface SandboxNonces {
  /** The hash of the payment that spent a nonce. */
  spentBy(key: PaymentKey): Promise<string | undefined>;
  /**
   * Spends a nonce in one atomic step, on disk when it returns.
   * @returns the hash of the payment that has spent it: this one, or one that was quicker
   */
  spend(key: PaymentKey, paymentHash: string, nowMs: number): Promise<string>;
}
