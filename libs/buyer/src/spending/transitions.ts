import { utcDay, type AtomicUsdc } from '@stackcheck/contract';
import type { PaymentHeader } from '@stackcheck/payment-x402/wire';
import {
  isOpen,
  pinKey,
  validBefore,
  type BookEntry,
  type BookState,
  type Caps,
  type PaymentOrder,
} from './book-state';
import { condensed, spent } from './sums';

/** A change of a book and what it answers. */
export interface Changed<T> {
  readonly state: BookState;
  readonly answer: T;
}

/** A payment that is to be made. */
export interface Reservation {
  readonly id: string;
  readonly session: string;
  readonly payer: string;
  readonly network: string;
  readonly amount: AtomicUsdc;
  readonly payTo: string;
  readonly order: PaymentOrder;
  readonly caps: Caps;
  /** True where `payTo` is the configured recipient, which takes the place of the remembered one. */
  readonly isConfigured: boolean;
}

/** What became of a reservation. */
export type Reserved =
  | { readonly kind: 'reserved'; readonly entry: BookEntry }
  /** The same request has a payment that is not closed: go on with that one. */
  | { readonly kind: 'pending'; readonly entry: BookEntry }
  | { readonly kind: 'over_cap'; readonly cap: keyof Caps; readonly most: AtomicUsdc; readonly spent: AtomicUsdc }
  | { readonly kind: 'other_recipient'; readonly pinned: string };

/** A payment that was never sent may be given up this many seconds before its window closes: too late to be taken. */
const TOO_LATE_SECONDS = 6;
/** Clocks differ: so many seconds after its window by ours a payment cannot be settled by anyone's. */
export const CLOSED_AFTER_SECONDS = 60;

/** Writes a reservation, unless the request has an open payment, its seller another recipient, or a cap would be passed. */
export function reserve(before: BookState, wanted: Reservation, nowMs: number): Changed<Reserved> {
  const day = utcDay(nowMs);
  const state = condensed(swept(before, nowMs), day);
  const { id, session, payer, network, amount, order, caps } = wanted;
  const pending = openFor(state, order.request.fingerprint, payer);
  if (pending) return { state, answer: { kind: 'pending', entry: pending } };
  const key = pinKey(order.request.url, network);
  const pinned = Object.hasOwn(state.pins, key) ? state.pins[key] : undefined;
  if (pinned !== undefined && !wanted.isConfigured && pinned !== wanted.payTo.toLowerCase())
    return { state, answer: { kind: 'other_recipient', pinned } };
  for (const cap of ['call', 'session', 'day'] as const) {
    const already = cap === 'call' ? 0n : spent(state, cap === 'day' ? { network, day } : { network, session });
    if (already + amount > caps[cap])
      return { state, answer: { kind: 'over_cap', cap, most: caps[cap], spent: already } };
  }
  const entry: BookEntry = {
    ...{ id, state: 'reserved', day, session, network, amount: amount.toString() },
    ...{ payer: payer.toLowerCase(), senders: 0, order },
  };
  const pins = { ...state.pins, [key]: wanted.payTo.toLowerCase() };
  return { state: { ...state, entries: [...state.entries, entry], pins }, answer: { kind: 'reserved', entry } };
}

/** The open payment of a request, if it has one. */
export function openFor({ entries }: BookState, fingerprint: string, payer: string): BookEntry | undefined {
  return entries.find(
    (entry) => isOpen(entry) && entry.order?.request.fingerprint === fingerprint && entry.payer === payer.toLowerCase(),
  );
}

/** Leave to send a payment. */
export interface Sending {
  /** The first header that was kept for this payment; later ones are dropped. */
  readonly header: PaymentHeader;
  /** How many runs began to send it, this one included. */
  readonly senders: number;
  /** Whether what every earlier run sent, if anything, was answered: nothing was charged. */
  readonly isAlone: boolean;
}

/** Writes that a payment is sent, before it is; null where it is closed by now. */
export function begin(state: BookState, id: string, header: PaymentHeader): Changed<Sending | null> {
  const entry = state.entries.find((one) => one.id === id);
  if (!entry?.order || !isOpen(entry)) return { state, answer: null };
  const sending: Sending = {
    header: entry.order.header ?? header,
    senders: entry.senders + 1,
    isAlone: entry.state !== 'signed',
  };
  const order = { ...entry.order, header: sending.header };
  return {
    state: withEntry(state, { ...entry, state: 'signed', senders: sending.senders, order }),
    answer: sending,
  };
}

/** Writes that a payment was charged, or counts as charged for good; also of one that was released wrongly. */
export function settle(state: BookState, id: string): Changed<boolean> {
  return close(state, id, 'settled');
}

/** Writes that a payment was not charged and cannot be any more. */
export function release(state: BookState, id: string): Changed<boolean> {
  return close(state, id, 'released');
}

/** Writes that all that was sent of a payment was refused; false where another run sends it, too. */
export function refuse(state: BookState, id: string, senders: number): Changed<boolean> {
  const entry = state.entries.find((one) => one.id === id);
  if (entry?.state !== 'signed' || entry.senders !== senders) return { state, answer: false };
  return { state: withEntry(state, { ...entry, state: 'refused' }), answer: true };
}

/** Releases what was never sent, or was refused, and cannot be settled any more since its window is closed. */
export function swept(state: BookState, nowMs: number): BookState {
  const now = nowMs / 1000;
  const isOver = (entry: BookEntry): boolean =>
    (entry.state === 'reserved' && now > validBefore(entry) - TOO_LATE_SECONDS) ||
    (entry.state === 'refused' && now > validBefore(entry) + CLOSED_AFTER_SECONDS);
  if (!state.entries.some(isOver)) return state;
  return { ...state, entries: state.entries.map((entry) => (isOver(entry) ? closed(entry, 'released') : entry)) };
}

/** Pins a recipient; null forgets it, so that the next one is trusted. */
export function pin(state: BookState, key: string, payTo: string | null): Changed<void> {
  const pins = Object.fromEntries(Object.entries(state.pins).filter(([name]) => name !== key));
  return {
    state: { ...state, pins: payTo === null ? pins : { ...pins, [key]: payTo.toLowerCase() } },
    answer: undefined,
  };
}

function close(state: BookState, id: string, to: 'settled' | 'released'): Changed<boolean> {
  const entry = state.entries.find((one) => one.id === id);
  const isLate = entry?.state === 'released' && to === 'settled';
  if (!entry || !(isOpen(entry) || isLate)) return { state, answer: false };
  return { state: withEntry(state, closed(entry, to)), answer: true };
}

function closed(entry: BookEntry, to: 'settled' | 'released'): BookEntry {
  return { ...entry, state: to, order: null };
}

function withEntry(state: BookState, entry: BookEntry): BookState {
  return { ...state, entries: state.entries.map((one) => (one.id === entry.id ? entry : one)) };
}
