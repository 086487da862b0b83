import { openDatabase } from '../open';
import { eventAppender } from '../payments/payment-events';

/** Columns that differ from row to row; the others are copied. */
const OWN_COLUMNS: readonly string[] = ['id', 'nonce', 'payment_hash', 'identifier'];

/** A little more than what is checked of the history when a ledger is opened. */
const CHAINED_EVENTS = 1_100;

/**
 * Multiplies the newest settled payment of a closed ledger until it has so many payments, each with two events, to measure
 * how the service does with a long past. Only the newest events are chained: the whole history does not verify.
 */
export function fillLedger(path: string, payments: number): void {
  const database = openDatabase(path);
  try {
    // A file that is being made up needs no protection, and a log would hold all of it a second time.
    database.pragma('journal_mode = DELETE');
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.pragma('cache_size = -1000000');
    const columns = database.prepare("SELECT name FROM pragma_table_info('payment')").pluck().all() as string[];
    const copied = columns.filter((name) => !OWN_COLUMNS.includes(name)).join(', ');
    const { id, count } = database
      .prepare("SELECT max(id) AS id, count(*) AS count FROM payment WHERE state = 'settled'")
      .get() as { id: number | null; count: number };
    if (id === null) throw new Error('there is no settled payment to multiply');
    const missing = payments - count;
    if (missing <= 0) return;
    database
      .prepare(
        `INSERT INTO payment (nonce, payment_hash, ${copied})
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT '0x' || lower(hex(randomblob(32))), lower(hex(randomblob(32))), ${copied}
         FROM n, (SELECT * FROM payment WHERE id = ?)`,
      )
      .run(missing, id);
    for (const state of ['settling', 'settled']) {
      database
        .prepare(
          `INSERT INTO payment_event (payment_id, at, state, detail, previous_hash, hash)
           SELECT id, created_at, ?, '', '', lower(hex(randomblob(32))) FROM payment WHERE id > ?`,
        )
        .run(state, id);
    }
    const append = eventAppender(database);
    database.transaction(() => {
      for (let event = 0; event < CHAINED_EVENTS; event++)
        append({ paymentId: id, atMs: 0, state: 'settled', detail: '' });
    })();
  } finally {
    database.close();
  }
}
