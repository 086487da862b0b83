import type { AtomicUsdc, ErrorCode } from '@stackcheck/contract';

/** What a facilitator is asked to verify or settle, in the protocol version of the payment. */
export interface FacilitatorRequest {
  readonly x402Version: 1 | 2;
  /** The decoded payment as the client sent it. */
  readonly paymentPayload: unknown;
  /** Our requirements with `amount` (v1 `maxAmountRequired`) equal to the signed value. */
  readonly paymentRequirements: unknown;
  /** The fields that decide what a settlement means; for checking the reply against. */
  readonly expected: ExpectedTransfer;
  /** Name of the facilitator that verified this payment, where known: it is the one to settle it. */
  readonly verifiedBy?: string | null;
  /** An earlier settle call for this payment was sent, or may have been. */
  readonly isRepeat?: boolean;
}

/** The transfer that a settlement must have made. Addresses lower-cased. */
export interface ExpectedTransfer {
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly payTo: string;
  readonly value: AtomicUsdc;
  readonly nonce: string;
  /** Unix seconds. */
  readonly validBefore: number;
}

/** A definite refusal, in the words of our error table. */
export interface FacilitatorRefusal {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  /** One sentence for the caller, where it says more than the table. */
  readonly message?: string;
  /** The facilitator's own reason, for the log. */
  readonly reason: string;
  /** The payer's balance was at fault: the payment itself was good and his own. */
  readonly byFunds?: boolean;
  /** Our own offer, account or place was refused: an operator has to act, no matter who pays. */
  readonly isAlarm?: boolean;
}

/** Outcome of /verify. `refused` is definite; `unavailable` says nothing about the payment, and nothing was charged. */
export type VerifyOutcome =
  /** `by` = name of the facilitator that said so, where several are configured. */
  { readonly kind: 'verified'; readonly by?: string } | FacilitatorRefusal | VerifyUnavailable;

/** No verdict about the payment. */
export interface VerifyUnavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
  /** A whole answer of the protocol came back, which blames something else: the facilitator itself is up. */
  readonly isAnswered?: boolean;
  /** As for a refusal. */
  readonly isAlarm?: boolean;
}

/**
 * Outcome of /settle. Only `settled`, `refused` (a reason known to come before any broadcast) and `not_sent` (no byte of
 * the request left this host) are definite; everything else is doubt and must never be called a failure.
 *
 * - `pending`: broadcast but not confirmed; one identical call may follow at once
 * - `nonce_used`: the nonce is spent, by an earlier attempt of ours or by the payer elsewhere
 * - `unknown`: any other doubt
 */
export type SettleOutcome =
  | { readonly kind: 'settled'; readonly transaction: string; readonly payer: string; readonly network: string }
  | FacilitatorRefusal
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'pending'; readonly reason: string }
  | { readonly kind: 'nonce_used'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Verifies and settles payments. Never throws: every fault is an outcome. */
export interface Facilitator {
  /** Shown in /health and logs, e.g. `sandbox` or the facilitator's host. */
  readonly name: string;
  /** What a settlement of this facilitator proves; `chain` was seen there by ourselves, `sandbox` moves no money. */
  readonly evidence: 'facilitator' | 'chain' | 'sandbox';
  /** Whether the payment would be settled now; moves nothing. Never rejects for what a facilitator answers or fails to: that is an outcome. */
  verify(request: FacilitatorRequest): Promise<VerifyOutcome>;
  /**
   * Moves the money. It is `refused` or `not_sent` only where it is certain that nothing moved by this call.
   * @param timeoutMs whole time allowed for the answer; 10 s when absent. Past it the outcome is `unknown`.
   */
  settle(request: FacilitatorRequest, timeoutMs?: number): Promise<SettleOutcome>;
  /** Whether the last calls went through; a hint for /health, never a gate. */
  health(): 'ok' | 'failing' | 'unused';
  /** The same of each facilitator that this one stands for, with what it says it can do; for /health alone. */
  states?(): readonly FacilitatorState[];
}

/** What is known of one facilitator. */
export interface FacilitatorState {
  readonly name: string;
  readonly state: 'ok' | 'failing' | 'unused';
  /** Whether verifications go there: `open` = passed over for a while, `half_open` = one probe decides. */
  readonly breaker: 'closed' | 'open' | 'half_open';
  /** Whether its `/supported` lists scheme `exact` on our network, by protocol version; null = not known. */
  readonly supports: { readonly v1: boolean | null; readonly v2: boolean | null };
}
