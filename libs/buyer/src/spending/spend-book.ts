import type { AtomicUsdc } from '@stackcheck/contract';
import type { PaymentHeader } from '@stackcheck/payment-x402/wire';
import { EMPTY_BOOK, isOpen, pinKey, type BookEntry, type BookState } from './book-state';
import { spent, type SumOf } from './sums';
import {
  begin,
  openFor,
  pin,
  refuse,
  release,
  reserve,
  settle,
  swept,
  type Changed,
  type Reservation,
  type Reserved,
  type Sending,
} from './transitions';

/**
 * What was spent and what is reserved, shared by every buyer that has the book open. Each method is one atomic change, durable when it resolves.
 */
export interface SpendBook {
  /** Reserves an amount before anything is signed; checks caps, recipient and open payments of the same request in the same change. */
  reserve(wanted: Reservation, nowMs: number): Promise<Reserved>;
  /** Keeps the signed payment before it is sent; null where the payment is closed by now, and must not be sent. */
  begin(id: string, header: PaymentHeader): Promise<Sending | null>;
  /** The payment was charged, or counts as such for good. False where it was settled before. */
  settle(id: string): Promise<boolean>;
  /** The payment was not charged and cannot be any more. False where it is closed already; a settled one stays so. */
  release(id: string): Promise<boolean>;
  /** All that was sent was refused: counted until the window is closed. False where another run sends it, too. */
  refuse(id: string, senders: number): Promise<boolean>;
  /** The open payment of a request of this payer. */
  pending(fingerprint: string, payer: string, nowMs: number): Promise<BookEntry | undefined>;
  /** All payments that are not closed, oldest first. */
  open(): Promise<readonly BookEntry[]>;
  /** What counts as spent. */
  spent(of: SumOf): Promise<AtomicUsdc>;
  /** The recipient that is remembered for the seller of a URL on a network. */
  pinned(url: string, network: string): Promise<string | undefined>;
  /** Remembers a recipient in place of the one before; null forgets it. */
  pin(url: string, network: string, payTo: string | null): Promise<void>;
}

/** Keeps one state. */
export interface StateStore {
  /** Reads the state, applies the change and keeps its result, with no other change between; durable when it resolves. A change that throws keeps nothing. */
  change<T>(change: (state: BookState) => Changed<T>): Promise<T>;
  /** The state as it was last kept. */
  read(): Promise<BookState>;
}

/** A spend book over a store. */
export function spendBookOver(store: StateStore): SpendBook {
  return {
    reserve: (wanted, nowMs) => store.change((state) => reserve(state, wanted, nowMs)),
    begin: (id, header) => store.change((state) => begin(state, id, header)),
    settle: (id) => store.change((state) => settle(state, id)),
    release: (id) => store.change((state) => release(state, id)),
    refuse: (id, senders) => store.change((state) => refuse(state, id, senders)),
    pending: async (fingerprint, payer, nowMs) => openFor(swept(await store.read(), nowMs), fingerprint, payer),
    open: async () => (await store.read()).entries.filter(isOpen),
    spent: async (of) => spent(await store.read(), of),
    pinned: async (url, network) => (await store.read()).pins[pinKey(url, network)],
    pin: (url, network, payTo) => store.change((state) => pin(state, pinKey(url, network), payTo)),
  };
}

/** A spend book of this process alone, which forgets at its end: for tests, and for keys that hold nothing. */
export function memorySpendBook(): SpendBook {
  let state = EMPTY_BOOK;
  return spendBookOver({
    async change(change) {
      const changed = change(state);
      state = changed.state;
      return changed.answer;
    },
    read: async () => state,
  });
}
