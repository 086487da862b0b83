/** Says whose payments must not be taken (specification section 5, sanctions screening). */
export interface PayerScreening {
  /** @param address lower-cased; true means that nothing of this payer's is verified, settled or answered */
  isBlocked(address: string): boolean;
}

/** Screening of a service that keeps no list of its own; the facilitator's verdict still applies. */
export const NONE_BLOCKED: PayerScreening = { isBlocked: () => false };
