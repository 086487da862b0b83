import type { PaymentKey, PaymentRecord, Settlement } from '../ledger/ledger';

/** The holder's right to work on one payment. */
export interface InFlightLock {
  /** Idempotent. */
  release(): void;
}

/** Outcome of asking for a lock. */
export type BeginOutcome =
  | { readonly kind: 'begun'; readonly lock: InFlightLock }
  /** The same payment is being worked on. */
  | { readonly kind: 'same_payment' }
  /** Another payment with the same nonce or the same identifier is being worked on. */
  | { readonly kind: 'other_payment'; readonly by: 'key' | 'identifier' };

/** What identifies a payment in flight. */
export interface LockName {
  readonly key: PaymentKey;
  readonly hash: string;
  readonly identifier: string | null;
}

/** A settlement that waits to be stored, with the row it belongs to. */
export type LateSettlement = readonly [paymentId: number, settlement: Settlement];

/**
 * Who works on which payment, among all processes that share a ledger: at most one request or reconciliation works on a
 * payment key and on an identifier at any moment, so a payment is never executed or settled twice at once. Shared by the
 * gate and the reconciler. A process that ends gives its locks back by ending.
 */
export interface InFlightLocks {
  /** Takes the lock of a payment, or says what of it is worked on. The lock is to be released in every case. */
  begin(name: LockName): BeginOutcome | Promise<BeginOutcome>;
  /**
   * Takes up an open payment whose lock this process holds, before it is settled again: among processes that cannot see each
   * other's locks, the one that claimed or took it up last may still be at work on it. To be asked after the payment was read.
   * @returns whether no other process works on it; always true where `begin` speaks for all processes
   */
  takeUp(payment: Pick<PaymentRecord, 'id' | 'key'>): boolean | Promise<boolean>;
  /**
   * Whether `begin` speaks for this process alone, so that another one over the same ledger may work on the same payment until one of
   * them has claimed it; false when absent.
   */
  readonly isPerProcess?: boolean;
  /** How many payments this process works on; a drain waits for zero. */
  readonly count: number;
  /** Keeps a settlement that could not be stored, so that it is stored later instead of being lost. */
  keepLate(paymentId: number, settlement: Settlement): void;
  /** The settlement that was kept for this payment, or undefined. */
  late(paymentId: number): Settlement | undefined | Promise<Settlement | undefined>;
  /** Forgets it: it is in the ledger. */
  dropLate(paymentId: number): void;
  /** Settlements that wait to be stored. */
  allLate(): readonly LateSettlement[] | Promise<readonly LateSettlement[]>;
}
