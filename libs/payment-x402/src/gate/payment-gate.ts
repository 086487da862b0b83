import type { CheckFault } from '../checks/checks';
import type { StoredAnswer } from '../ledger/ledger';
import type { PresentedPayment } from '../read/presented-payment';
import type { Payment } from '../read/read-payment';
import type { GateRefusal, PaidAnswer } from '../settle/outcome';

/** How sure of a payment one has to be. */
export type ProofLevel = 'signed' | 'verified';

/**
 * A payment that passed all local checks and holds the single-flight lock of its key and identifier. Exactly one of
 * `settle` and `release` must be called, unless `prove` refused it.
 */
export interface AdmittedPayment {
  readonly kind: 'admitted';
  readonly payer: string;
  readonly x402Version: 1 | 2;
  /**
   * Makes sure of the payment before work that costs much: `signed` = the payer's own key signed it, as far as that can be
   * found out here, else as `verified`; `verified` = the facilitator finds it good, its funds included, and is not asked
   * again. The refusal to answer, which ends the admission, or null. Absent where a payment is proven when it is admitted.
   */
  prove?(level: ProofLevel): Promise<GateRefusal | null>;
  /** Verify, store the intent with the answer (W1), settle, store the result (W2). Never throws for a payment fault. */
  settle(answer: StoredAnswer): Promise<PaidAnswer | GateRefusal>;
  /** The request ended without an answer to sell: nothing is charged, the lock and the nonce are free again. */
  release(): void;
}

/** A payment header that was read, while the rest of its request is still to come. */
export interface OpenedPayment {
  readonly kind: 'opened';
  readonly payment: Payment;
  /** What its own words break already, apart from the clock; the ledger may know the payment all the same. */
  readonly fault: CheckFault | null;
}

/** The payment gate: the only way from a payment header to a paid answer. */
export interface PaymentGate {
  /**
   * Refusal limit, decoding and the checks that need no clock: what costs next to nothing, so that nothing is held for a
   * request that fails it. A header that cannot be read is refused and counted here.
   */
  open(presented: Omit<PresentedPayment, 'fingerprint'>): OpenedPayment | GateRefusal;
  /**
   * Steps 3, 5 and 6 of a paid request: refusal limit, decoding, ledger, checks, screening.
   * @param opened what `open` read of the same request
   */
  admit(presented: PresentedPayment, opened?: OpenedPayment): Promise<AdmittedPayment | PaidAnswer | GateRefusal>;
}
