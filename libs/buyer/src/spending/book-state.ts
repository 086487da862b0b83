import type { AtomicUsdc } from '@stackcheck/contract';
import type { PaymentHeader, PaymentRequired, TransferPayload } from '@stackcheck/payment-x402/wire';

/** All that a spend book keeps. JSON as it stands: amounts are decimal texts in atomic units. */
export interface BookState {
  readonly schema: 1;
  /** Payments that are open, and those of yesterday and later that are closed. */
  readonly entries: readonly BookEntry[];
  /** Sums of older closed payments. */
  readonly totals: readonly BookTotal[];
  /** Recipient by seller and network, see `pinKey`. */
  readonly pins: Readonly<Record<string, string>>;
}

/**
 * One payment, from its reservation on.
 *
 * - `reserved`: not signed, or signed and never sent
 * - `signed`: sent, or about to be; whether it was charged is not known
 * - `refused`: sent, and each answer said that nothing was charged; the signature is valid until its window closes
 * - `settled`: charged, or counted as such for good
 * - `released`: not charged, and cannot be any more
 *
 * All but `released` count as spent.
 */
export interface BookEntry {
  /** The payment-identifier: `pay_` and 32 hex digits. */
  readonly id: string;
  readonly state: 'reserved' | 'signed' | 'refused' | 'settled' | 'released';
  /** UTC day of the reservation, `YYYY-MM-DD`; the amount counts on it. */
  readonly day: string;
  readonly session: string;
  /** CAIP-2; caps are counted for each network by itself. */
  readonly network: string;
  readonly amount: string;
  /** Lower-cased address. */
  readonly payer: string;
  /** How many runs of this buyer began to send it, in whatever process. */
  readonly senders: number;
  /** What is sent; null once the payment is closed, since a signature is a bearer credential. */
  readonly order: PaymentOrder | null;
}

/** What a payment is made of and sent with, so that another process can go on with it. */
export interface PaymentOrder {
  readonly request: KeptRequest;
  readonly offer: Pick<PaymentRequired, 'x402Version' | 'resource' | 'extensions'>;
  readonly requirement: {
    readonly scheme: string;
    readonly network: string;
    readonly offered: Readonly<Record<string, unknown>>;
  };
  readonly authorization: TransferPayload['authorization'];
  /** Null until it is signed. */
  readonly header: PaymentHeader | null;
}

/** A request that can be sent again, byte for byte. */
export interface KeptRequest {
  /** SHA-256 (hex) of method, URL and body. */
  readonly fingerprint: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Standard base64; null where there is none. */
  readonly body: string | null;
}

/** The sum of closed payments of one day, session and network. */
export interface BookTotal {
  readonly day: string;
  readonly session: string;
  readonly network: string;
  readonly amount: string;
}

/** The most that may be spent, in atomic units; what is reserved counts as spent. */
export interface Caps {
  readonly call: AtomicUsdc;
  readonly session: AtomicUsdc;
  /** A UTC day. */
  readonly day: AtomicUsdc;
}

/** A book in which nothing was written yet. */
export const EMPTY_BOOK: BookState = { schema: 1, entries: [], totals: [], pins: {} };

/** Under what a recipient is pinned: one seller (origin of its URL) on one network. */
export function pinKey(url: string, network: string): string {
  return `${new URL(url).origin} ${network}`;
}

/** Whether a payment may still be asked for, sent again or released. */
export function isOpen({ state }: BookEntry): boolean {
  return state === 'reserved' || state === 'signed' || state === 'refused';
}

/** The end of an entry's window in Unix seconds; 0 for a closed one. */
export function validBefore({ order }: BookEntry): number {
  return order ? Number(order.authorization.validBefore) : 0;
}
