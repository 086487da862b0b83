import { createHash } from 'node:crypto';
import type { PaymentKey, PaymentRecord } from '@stackcheck/payment-x402/ledger';
import { openPaymentLedger } from '@stackcheck/store-sqlite/testing';
import Database from 'better-sqlite3';

/** A ledger that is looked at when no server writes it any more. */
export interface JudgedLedger {
  find(key: PaymentKey): Promise<PaymentRecord | undefined>;
  /** How a payment came to its state. */
  trailOf(id: number): Promise<string>;
  /** What is wrong with it as a whole. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The ledger in a file. */
export function judgedFile(path: string): JudgedLedger {
  const ledger = openPaymentLedger(path, { bootId: 'verdict' });
  return {
    find: (key) => ledger.find(key),
    trailOf: async (id) => trailOf(path, id),
    faults: async () => fileFaults(path),
    close: async () => ledger.close(),
  };
}

/** How many payments wait for an outcome. */
export function openPayments(path: string): number {
  const database = new Database(path, { readonly: true });
  try {
    const count = "SELECT count(*) FROM payment WHERE state IN ('settling', 'unknown')";
    return database.prepare<[], number>(count).pluck().get() ?? 0;
  } finally {
    database.close();
  }
}

function trailOf(path: string, paymentId: number): string {
  const database = new Database(path, { readonly: true });
  try {
    const events =
      "SELECT at || ' ' || state || ' ' || detail FROM payment_event WHERE payment_id = ? ORDER BY sequence";
    return database.prepare<[number], string>(events).pluck().all(paymentId).join('; ');
  } finally {
    database.close();
  }
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

/** The database is whole, and each event follows from the one before; computed here once more, from the format alone. */
export function fileFaults(path: string): readonly string[] {
  const database = new Database(path);
  const faults: string[] = [];
  try {
    const whole = database.pragma('integrity_check', { simple: true });
    if (whole !== 'ok') faults.push(`integrity_check: ${String(whole)}`);
    let previous = '0'.repeat(64);
    for (const row of database
      .prepare('SELECT * FROM payment_event ORDER BY sequence')
      .iterate() as Iterable<EventRow>) {
      const text = JSON.stringify([previous, row.payment_id, row.at, row.state, row.detail]);
      const hash = createHash('sha256').update(text).digest('hex');
      if (row.previous_hash !== previous || row.hash !== hash) {
        faults.push(`event ${row.sequence} does not follow from the one before`);
        break;
      }
      previous = row.hash;
    }
  } finally {
    database.close();
  }
  return faults;
}
