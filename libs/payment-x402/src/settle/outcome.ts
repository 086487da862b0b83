import type { ErrorCode } from '@stackcheck/contract';
import type { StoredAnswer } from '../ledger/ledger';

/** A payment refusal or hold, as the error to answer. */
export interface GateRefusal {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  /** Values of WWW-Authenticate that go with it, a header line each; only rails that challenge have them. */
  readonly challenges?: readonly string[];
}

/** A paid answer to send; call `delivered` when the response finished. */
export interface PaidAnswer {
  readonly kind: 'paid';
  /** The payment's id in the ledger. */
  readonly id: number;
  readonly answer: StoredAnswer;
  /** PAYMENT-RESPONSE header value; empty on a rail that has none. */
  readonly paymentResponse: string;
  readonly x402Version: 1 | 2;
  readonly replayed: boolean;
  /** Whether its last byte went out before; until then it is redeliverable. */
  readonly wasDelivered?: boolean;
  /** To be called when its last byte went out. */
  delivered(): Promise<void>;
}
