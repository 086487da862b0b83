import type { Ambiguity, PaymentKey, PaymentState, Settlement } from '../ledger/ledger';

/** A payment as an operator may see it: without its payload, which holds a signature, and without its answer. */
export interface PaymentSummary {
  readonly id: number;
  readonly key: PaymentKey;
  readonly x402Version: 1 | 2;
  readonly identifier: string | null;
  readonly state: PaymentState;
  readonly routeId: string;
  readonly resourceUrl: string;
  /** Atomic USDC, as are all amounts here. */
  readonly price: bigint;
  readonly value: bigint;
  readonly payTo: string;
  /** Unix seconds, as signed. */
  readonly validAfter: number;
  readonly validBefore: number;
  /** Epoch milliseconds of the first claim. */
  readonly createdAt: number;
  readonly snapshotIds: readonly string[];
  readonly ambiguity: Ambiguity | null;
  /** Empty when settled with a hash that is not known. */
  readonly transaction: string | null;
  readonly evidence: Settlement['evidence'] | null;
  /** Epoch milliseconds, or null while the answer was not sent. */
  readonly deliveredAt: number | null;
  readonly refusal: { readonly code: string; readonly reason: string } | null;
  /** Epoch milliseconds at which a settled payment was recorded as lost: the chain took its transfer back. Null = it was not. */
  readonly lostAt: number | null;
}

/** One entry of a payment's history. */
export interface PaymentHistory {
  readonly sequence: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The state reached, `delivered`, or `lost`. */
  readonly state: string;
  readonly detail: string;
}

/** Which payments to list. */
export interface PaymentFilter {
  readonly state?: PaymentState;
  /** Epoch milliseconds of the first claim at the earliest. */
  readonly since?: number;
  readonly limit: number;
}

/** The ledger for looking only. Several may look while payments are taken. */
export interface PaymentReader {
  /** Newest first. */
  list(filter: PaymentFilter): Promise<readonly PaymentSummary[]>;
  /** Payments with this id, nonce (or Lightning payment hash) or identifier. */
  named(name: string): Promise<readonly PaymentSummary[]>;
  /** What happened to this payment, oldest first; empty where there is none. */
  history(id: number): Promise<readonly PaymentHistory[]>;
  /** All payments, oldest first, as of one moment. */
  all(): AsyncIterable<PaymentSummary>;
  /** Every fault of the store, its schema and its history; none in a sound ledger. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}
