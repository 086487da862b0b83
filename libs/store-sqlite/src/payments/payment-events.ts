import { hash as hashOf } from 'node:crypto';
import type { Connection } from '../open';

/** One transition of one payment. */
export interface PaymentEvent {
  readonly paymentId: number;
  readonly atMs: number;
  /** The state reached, `delivered`, or `lost`. */
  readonly state: string;
  /** Why; never a signature or a payload. */
  readonly detail: string;
}

interface EventRow {
  readonly sequence: number;
  readonly payment_id: number;
  readonly at: number;
  readonly state: string;
  readonly detail: string;
  readonly previous_hash: string;
  readonly hash: string;
}

/** The hash that stands before the first event. */
export const NO_EVENT = '0'.repeat(64);

/** Appends to the chain of events. To be called inside the transaction that makes the transition. */
export function eventAppender(database: Connection): (event: PaymentEvent) => void {
  const last = database.prepare('SELECT at, hash FROM payment_event ORDER BY sequence DESC LIMIT 1');
  const insert = database.prepare(
    'INSERT INTO payment_event (payment_id, at, state, detail, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return ({ paymentId, atMs, state, detail }) => {
    const tail = last.get() as Pick<EventRow, 'at' | 'hash'> | undefined;
    const at = tail ? Math.max(tail.at + 1, atMs) : atMs;
    const previousHash = tail?.hash ?? NO_EVENT;
    insert.run(paymentId, at, state, detail, previousHash, chainHash(previousHash, paymentId, at, state, detail));
  };
}

/**
 * The sequence number of the first event that does not follow from the one before it, or null when the chain holds.
 * @param lastCount how many of the newest events to check; all when absent
 */
export function firstBrokenEvent(database: Connection, lastCount?: number): number | null {
  const rows = database
    .prepare('SELECT * FROM (SELECT * FROM payment_event ORDER BY sequence DESC LIMIT ?) ORDER BY sequence')
    .iterate(lastCount === undefined ? -1 : lastCount + 1) as IterableIterator<EventRow>;
  let previous: EventRow | undefined;
  for (const row of rows) {
    // The oldest row of a partial check has no other row to be compared with.
    const follows = previous ? row.previous_hash === previous.hash : row.sequence > 1 || row.previous_hash === NO_EVENT;
    const hash = chainHash(row.previous_hash, row.payment_id, row.at, row.state, row.detail);
    if (!follows || row.hash !== hash) return row.sequence;
    previous = row;
  }
  return null;
}

/** The hash of an event that follows another one. */
export function chainHash(previousHash: string, paymentId: number, at: number, state: string, detail: string): string {
  return hashOf('sha256', JSON.stringify([previousHash, paymentId, at, state, detail]));
}
