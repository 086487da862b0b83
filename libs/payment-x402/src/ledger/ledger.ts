import type { AtomicUsdc } from '@stackcheck/contract';

/**
 * Durable states of a payment. Everything before `settling` lives in memory only: a crash there loses nothing, because
 * nothing left the process.
 *
 * - `settling`: intent and complete answer stored; settle may have been sent
 * - `settled`: our evidence exists (facilitator success or chain proof); terminal
 * - `refused`: the facilitator refused before any broadcast; watched until the window closed
 * - `unknown`: outcome not known; held for reconciliation
 * - `released`: proven that this payment can no longer pay us; terminal
 */
export type PaymentState = 'settling' | 'settled' | 'refused' | 'unknown' | 'released';

/**
 * Why an outcome is not known: `unconfirmed` = the settle call left this host and no definite answer came back;
 * `nonce_used` = the first settle call already met a spent nonce, so that only the chain can tell who was paid.
 */
export type Ambiguity = 'unconfirmed' | 'nonce_used';

/**
 * Identity of a payment: never the header, the signature or the transaction hash. Addresses and nonce lower-cased. A
 * Lightning payment is (`lightning`, `btc`, payment hash, payment hash): an invoice does not tell who pays it.
 */
export interface PaymentKey {
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly nonce: string;
}

/** The complete answer, stored before settlement so that a paid one can never be lost. */
export interface StoredAnswer {
  readonly status: 200;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The same as gzip (RFC 1952), where the answer was made with it: a ledger that compresses need not do it again. */
  readonly gzipped?: Uint8Array | undefined;
  /** Snapshots the answer was computed from. */
  readonly snapshotIds: readonly string[];
}

/** What is written before settle is called (W1). */
export interface PaymentIntent {
  readonly key: PaymentKey;
  /** SHA-256 over the signed fields and the domain, hex: two headers with one hash are the same payment. */
  readonly paymentHash: string;
  readonly x402Version: 1 | 2;
  /** The decoded payload, needed to settle again; wiped of its signature once the state is terminal. */
  readonly payload: unknown;
  readonly identifier: string | null;
  /**
   * `signatureHash` of the payload's signature, which outlives it: all other fields of a payment are public once it is
   * settled. Null on other rails and in rows of before it was kept.
   */
  readonly signatureHash?: string | null;
  /** SHA-256 of method, route, path, query and body, hex. */
  readonly requestHash: string;
  readonly routeId: string;
  readonly resourceUrl: string;
  readonly price: AtomicUsdc;
  readonly value: AtomicUsdc;
  readonly payTo: string;
  /** Unix seconds. */
  readonly validAfter: number;
  readonly validBefore: number;
  /** Name of the facilitator that verified the payment and is asked to settle it; null for other rails and older rows. */
  readonly verifiedBy?: string | null;
  readonly answer: StoredAnswer;
}

/** Proof that a payment was settled. */
export interface Settlement {
  readonly transaction: string;
  /** `preimage`: the presenter of the payment held the proof of an invoice that its node calls settled. */
  readonly evidence: 'facilitator' | 'chain' | 'sandbox' | 'preimage';
  /** The PAYMENT-RESPONSE header value (base64), sent byte for byte on every answer; empty on a rail that has none. */
  readonly paymentResponse: string;
}

/** A payment as stored. */
export interface PaymentRecord extends PaymentIntent {
  readonly id: number;
  readonly state: PaymentState;
  /** Boot that claimed the payment last. */
  readonly bootId: string;
  /** Epoch ms of the first claim: before it, this payment cannot have been used for us. */
  readonly createdAt: number;
  readonly settlement: Settlement | null;
  /** Epoch ms at which the answer's last byte was handed to the kernel. */
  readonly deliveredAt: number | null;
  /** Set for `unknown` rows, and kept by what becomes of them. */
  readonly ambiguity: Ambiguity | null;
  /** The refusal reported to the client: code and reason. Rows that were `refused` and settled late keep it. */
  readonly refusal: { readonly code: string; readonly reason: string } | null;
  /** Another one after each claim of the payment and each time it was called free; absent where locks speak for all processes. */
  readonly version?: string;
}

/** Outcome of a claim. The loser must not call the facilitator. */
export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly id: number }
  | { readonly kind: 'payment_exists' }
  | { readonly kind: 'identifier_exists' }
  /** A client was informed that this payment costs nothing, before any process had claimed it. */
  | { readonly kind: 'called_free' };

/** A payment that is to be called free. */
export interface FreePayment {
  readonly key: PaymentKey;
  readonly paymentHash: string;
  /** Unix seconds: later it cannot be charged. */
  readonly validBefore: number;
  /** What its client is answered. */
  readonly refusal: { readonly code: string; readonly reason: string };
}

/** Outcome of calling a payment free. `free`: no process has claimed it, and none that had not heard of this will; `held`: it is claimed. */
export type FreeOutcome = 'free' | 'held';

/**
 * Outcome of a withdrawal. `withdrawn`: nothing of the claim is left, and no later settlement can come of it; `held`: the payment
 * has a row that is not this process's to free, whose own outcome counts.
 */
export type WithdrawOutcome = 'withdrawn' | 'held';

/**
 * The durable record of payments. Every method that writes returns after its row is fsynced; a rejected promise means
 * that nothing may be concluded about the row. Concurrent writes may share a commit, and stay independent of each other.
 */
export interface PaymentLedger {
  /** This process's run, as its rows carry it. */
  readonly bootId: string;
  /** The row of this payment (network, asset, payer, nonce) in whatever state; undefined where there is none. */
  find(key: PaymentKey): Promise<PaymentRecord | undefined>;
  /** Rows whose identifier is still bound: not those of refused or released payments. */
  findByIdentifier(identifier: string): Promise<PaymentRecord | undefined>;
  /**
   * W1, one atomic statement: inserts the intent as `settling`, or says which uniqueness forbids it. A `refused` row of the
   * same key is claimed again (its payment was never broadcast), unless it is another one than was looked up: a client may have been
   * informed since then that the payment is free.
   * @param seen version of the `refused` row that was looked up under the lock, null when there was none; absent = any
   */
  claim(intent: PaymentIntent, nowMs: number, seen?: string | null): Promise<ClaimOutcome>;
  /**
   * Claims a `refused` payment again, or a new one, as `unknown` in one atomic statement, for a payment whose nonce turns out
   * to be spent: nothing is sent, and the answer is held until an outcome is proven.
   */
  claimAsUnknown(intent: PaymentIntent, ambiguity: Ambiguity, reason: string, nowMs: number): Promise<ClaimOutcome>;
  /**
   * Takes back a claim of this process that rejected, so that it is not known whether it was written; to be called before anything
   * was sent for it. In one atomic step, a `settling` row of the key that this run claimed becomes `refused`; a row that
   * another process works on or has closed stays as it is. When this rejects, too, the payment must not be called free.
   */
  withdraw(key: PaymentKey, refusal: { code: string; reason: string }, nowMs: number): Promise<WithdrawOutcome>;
  /**
   * To be asked before a client is informed that a payment costs nothing which this process has not claimed: another one may have sent a
   * claim that is not written yet. In one atomic step either that claim stands, or this word does, and then the claim loses
   * whenever it arrives. A payment without a row cannot be claimed any more until its window is over; nothing else is seen of it. Where
   * locks speak for all processes there is no such claim, and nothing is written. When this rejects, the payment must not be called free.
   */
  callFree(payment: FreePayment, nowMs: number): Promise<FreeOutcome>;
  /**
   * W2. From `settling`, `unknown` or `refused` (late settlement). A refused payment comes back without its identifier when
   * another payment bears it by now. The first settlement stays: a second one changes nothing, so that a write whose
   * outcome was not learned can be repeated.
   * @returns the settlement that stands, this one or an earlier one; answer with it, not with what was handed in
   */
  settled(id: number, settlement: Settlement, nowMs: number): Promise<Settlement>;
  /** From `settling`: also when no byte of the settle request left this host. From `unknown` only with proof. */
  refused(id: number, refusal: { code: string; reason: string }, nowMs: number): Promise<void>;
  /** From `settling`; no-op when already unknown. */
  unknown(id: number, ambiguity: Ambiguity, reason: string, nowMs: number): Promise<void>;
  /** From `settling`, `unknown` or `refused`, when the chain proves that this payment can no longer pay us. */
  released(id: number, reason: string, nowMs: number): Promise<void>;
  /**
   * Only `settled` rows; the first call wins. Seen by `find` of this ledger at once, on disk with some later commit: one
   * that a crash takes means only that the answer is given once more.
   */
  delivered(id: number, nowMs: number): Promise<void>;
  /**
   * Only `settled` rows: the chain took their transfer back, and none of our processes sends it again. An event of the payment's history, which
   * subtracts it from what was earned; the row stays `settled`, since its answer was promised. The first call wins.
   * @returns whether this call recorded it
   */
  lost(id: number, reason: string, nowMs: number): Promise<boolean>;
  /**
   * Rows that wait for an outcome, `settling` and `unknown`, oldest first. Some may be in flight in this process: take the
   * lock of one before working on it.
   * @param afterId only those with higher ids
   */
  open(limit: number, afterId?: number): Promise<readonly PaymentRecord[]>;
  /**
   * `refused` rows whose window closed before a time (Unix seconds), with ids above the given one, in their order. The chain
   * may be asked about them a last time.
   */
  watched(closedBefore: number, afterId: number, limit: number): Promise<readonly PaymentRecord[]>;
  /** Counts per state, for /health and metrics. */
  counts(): Promise<Readonly<Record<PaymentState, number>>>;
}

/** The same record for payments that are complete before they are presented, so that nothing is sent to settle them. */
export interface PrepaidLedger extends Pick<PaymentLedger, 'find' | 'delivered'> {
  /**
   * W1 and W2 in one atomic statement: the payment is settled with its complete answer, or nothing happened. The loser must
   * not answer with what it computed. No such payment is ever `settling` or `unknown`, so the reconciler never meets one.
   */
  claimSettled(intent: PaymentIntent, settlement: Settlement, nowMs: number): Promise<ClaimOutcome>;
}
