/** `unknown`: the screening needs a word from elsewhere and cannot get it; no payer may be called clear on that ground. */
export type PayerVerdict = boolean | 'unknown';

/** Says whose payments must not be taken. */
export interface PayerScreening {
  /**
   * Asked after the payment's own checks and before any call to a facilitator. Answers within two seconds; never throws.
   * @param address lower-cased; true means that nothing of this payer's is verified, settled or answered
   */
  isBlocked(address: string): PayerVerdict | Promise<PayerVerdict>;
}

/** Screening of a service that keeps no list of its own; the facilitator's verdict still applies. */
export const NONE_BLOCKED: PayerScreening = { isBlocked: () => false };
