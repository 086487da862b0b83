/** A transfer that a transaction carries, as far as its outcome goes. Hex lower-cased. */
export interface BookTransfer {
  readonly payer: string;
  /** Nonce of the authorization, 32 bytes. */
  readonly nonce: string;
  /** Recipient. */
  readonly payTo: string;
  /** Atomic units of the token. */
  readonly value: bigint;
  /** Unix seconds at which the authorization ends. */
  readonly validBefore: number;
}

/** One signed version of a transaction. Those of one transaction differ in their fees, and at most one of them is ever mined. */
export interface BookAttempt {
  readonly hash: string;
  /** The signed bytes, hex. */
  readonly raw: string;
  /** Epoch ms at which it was written. */
  readonly atMs: number;
}

/**
 * A transaction of the gas wallet.
 *
 * - `open`: no block that we know holds it
 * - `mined`: in a block that may still be reorganised away
 * - `final`: in a block below the safe head
 * - `foreign`: something that we did not sign took its nonce for good
 */
export type BookState = 'open' | 'mined' | 'final' | 'foreign';

/** A transaction as it is kept. */
export interface BookTransaction {
  /** The wallet's nonce. */
  readonly nonce: number;
  readonly state: BookState;
  /** None in one that only fills a nonce. */
  readonly transfers: readonly BookTransfer[];
  /** Oldest first; never empty. */
  readonly attempts: readonly BookAttempt[];
  /** Hash of the attempt that was mined; null while it is open. */
  readonly minedAs: string | null;
  /**
   * Hash of the attempt whose block is gone: the one that a receipt may name, until a block holds one again or another attempt is made. Null in
   * all other cases.
   */
  readonly vanishedAs: string | null;
}

/**
 * What one wallet signed on one chain. Written before a signed byte leaves this host, so that a process that ends at any moment
 * leaves a record of all it may have broadcast. Several processes of one host may share it.
 */
export interface TransactionBook {
  /** The nonce after the greatest in the book; null for an empty book. */
  nextNonce(): Promise<number | null>;
  /**
   * Durable when it resolves. A rejection may come after it was written.
   * @returns false when another process took the nonce: nothing was written
   */
  add(nonce: number, transfers: readonly BookTransfer[], first: BookAttempt): Promise<boolean>;
  /**
   * A further attempt, durable when it resolves.
   * @param number how many attempts there were when it was made
   * @returns false when another process added one meanwhile, or the transaction is open no more
   */
  addAttempt(nonce: number, number: number, attempt: BookAttempt): Promise<boolean>;
  /** @param minedAs hash of the attempt that stands in a block; only of `mined` and `final` */
  mark(nonce: number, state: BookState, minedAs: string | null, nowMs: number): Promise<void>;
  /** The one of a nonce; null where nothing was signed for it, and for one that is final since so long that it is forgotten. */
  at(nonce: number): Promise<BookTransaction | null>;
  /** All that are `open` or `mined`, by nonce. */
  unfinished(): Promise<readonly BookTransaction[]>;
  /** All that carry this authorization, the newest first. */
  carrying(payer: string, nonce: string): Promise<readonly BookTransaction[]>;
}
