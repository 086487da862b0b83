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

/** Outcome of /verify. `refused` is definite; `unavailable` says nothing about the payment, and nothing was charged. */
export type VerifyOutcome =
  | { readonly kind: 'verified' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Outcome of /settle. Only `settled`, `refused` (a reason known to come before any broadcast) and `not_sent` (no byte of
 * the request left this host) are definite; everything else is `unknown` and must never be called a failure.
 */
export type SettleOutcome =
  | { readonly kind: 'settled'; readonly transaction: string; readonly payer: string; readonly network: string }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly reason: string }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Verifies and settles payments. Never throws: every fault is an outcome. */
export interface Facilitator {
  /** Shown in /health and logs, e.g. `sandbox` or the facilitator's host. */
  readonly name: string;
  verify(request: FacilitatorRequest): Promise<VerifyOutcome>;
  settle(request: FacilitatorRequest): Promise<SettleOutcome>;
  /** Whether the last calls went through; a hint for /health, never a gate. */
  health(): 'ok' | 'failing' | 'unused';
}
