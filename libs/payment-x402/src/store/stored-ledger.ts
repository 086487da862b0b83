import type { Ambiguity, PaymentState, Settlement } from '../ledger/ledger';

/** A payment with its answer as every store keeps it, by column. */
export interface StoredPayment {
  readonly id: number;
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly nonce: string;
  readonly payment_hash: string;
  readonly x402_version: 1 | 2;
  /** JSON, byte for byte; without its signature once the payment is closed. */
  readonly payload: string;
  readonly identifier: string | null;
  readonly request_hash: string;
  readonly route_id: string;
  readonly resource_url: string;
  /** Atomic USDC in decimal, as `value`. */
  readonly price: string;
  readonly value: string;
  readonly pay_to: string;
  /** Unix seconds, as signed. */
  readonly valid_after: number;
  readonly valid_before: number;
  readonly answer_content_type: string;
  readonly answer_snapshot_ids: string;
  /** Gzipped. */
  readonly answer_body: Uint8Array;
  readonly state: PaymentState;
  readonly boot_id: string;
  /** Epoch milliseconds of the first claim. */
  readonly created_at: number;
  readonly doubt: Ambiguity | null;
  readonly transaction_hash: string | null;
  readonly evidence: Settlement['evidence'] | null;
  readonly payment_response: string | null;
  readonly delivered_at: number | null;
  readonly refusal_code: string | null;
  readonly refusal_reason: string | null;
  readonly verified_by: string | null;
  readonly signature_hash: string | null;
}

/** The columns of `StoredPayment` but for the answer's body, which stores keep in different places. */
export const STORED_COLUMNS = [
  ...['id', 'network', 'asset', 'payer', 'nonce', 'payment_hash', 'x402_version', 'payload', 'identifier'],
  ...['request_hash', 'route_id', 'resource_url', 'price', 'value', 'pay_to', 'valid_after', 'valid_before'],
  ...['answer_content_type', 'answer_snapshot_ids', 'state', 'boot_id', 'created_at', 'doubt', 'transaction_hash'],
  ...['evidence', 'payment_response', 'delivered_at', 'refusal_code', 'refusal_reason', 'verified_by'],
  'signature_hash',
] as readonly Exclude<keyof StoredPayment, 'answer_body'>[];

/** A step in the history of a payment. */
export interface StoredEvent {
  readonly payment_id: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly state: string;
  readonly detail: string;
}

/** A nonce that a sandbox payment spent. */
export interface StoredNonce {
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly nonce: string;
  readonly payment_hash: string;
  /** Epoch milliseconds. */
  readonly spent_at: number;
}

/** All that a ledger holds. */
export interface StoredLedger {
  /** For people; no secret is in it. */
  readonly name: string;
  /** By their ids. */
  payments(): AsyncIterable<StoredPayment>;
  /** Times never go back, and the history of each payment is one that it can have. */
  events(): AsyncIterable<StoredEvent>;
  /** By their columns, in order. */
  nonces(): AsyncIterable<StoredNonce>;
  /** Every fault of the store, its schema and its history. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Whether a ledger is left alone by all other processes. */
export type HoldOutcome =
  | { readonly kind: 'held' }
  /** A sentence that says who uses it, or what is missing. */
  | { readonly kind: 'refused'; readonly why: string }
  /** What it held is in another store for good. */
  | { readonly kind: 'moved'; readonly to: string };

/** A ledger that another process may use, or is not to use for a while. */
interface HeldLedger extends StoredLedger {
  /** Whether a process uses it; writes nothing. */
  look(): Promise<HoldOutcome>;
  /** Keeps everybody else out until it is closed. */
  hold(): Promise<HoldOutcome>;
}

/** A ledger that is moved to another store. */
export interface LedgerSource extends HeldLedger {
  /**
   * No process takes payments with it any more.
   * @param to where it is from now on
   * @throws Error when it was not held all the time
   */
  markMoved(to: string): Promise<void>;
}

/** A store that a ledger is moved to. Nothing remains of what was put into it until it is kept. */
export interface LedgerTarget extends HeldLedger {
  isEmpty(): Promise<boolean>;
  /** In their order; all of them come before payments. */
  putEvents(events: readonly StoredEvent[]): Promise<void>;
  putPayments(payments: readonly StoredPayment[]): Promise<void>;
  putNonces(nonces: readonly StoredNonce[]): Promise<void>;
  /** All was put: from here on it can be read. */
  filled(): Promise<void>;
  keep(): Promise<void>;
}

/** Why a ledger cannot be moved, in a sentence. */
export class LedgerMoveError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'LedgerMoveError';
  }
}
