import {
  STORED_COLUMNS,
  type StoredEvent,
  type StoredLedger,
  type StoredNonce,
  type StoredPayment,
} from '@stackcheck/payment-x402/store';
import type { Connection } from '../../open';
import { ledgerFaults } from '../verify-ledger';

/** Rows that are read at a time: while SQLite steps through a statement, its connection can do nothing else. */
const PAGE_ROWS = 500;

/** All that a ledger file holds, by a connection behind which no process writes. */
export function storedContents(database: () => Connection): Omit<StoredLedger, 'name' | 'close'> {
  return {
    payments: () =>
      paged<StoredPayment>(
        database(),
        `SELECT ${STORED_COLUMNS.join(', ')}, answer_body, id AS cursor FROM payment WHERE id > ? ORDER BY id`,
      ),
    events: () =>
      paged<StoredEvent>(
        database(),
        'SELECT payment_id, at, state, detail, sequence AS cursor FROM payment_event WHERE sequence > ? ORDER BY sequence',
      ),
    nonces: () => nonces(database()),
    faults: async () => ledgerFaults(database()),
  };
}

async function* paged<Row>(database: Connection, text: string): AsyncGenerator<Row> {
  const page = database.prepare<[number], Row & { readonly cursor: number }>(`${text} LIMIT ${PAGE_ROWS}`);
  for (let last = 0; ;) {
    const rows = page.all(last);
    for (const { cursor, ...row } of rows) {
      last = cursor;
      yield row as Row;
    }
    if (rows.length < PAGE_ROWS) return;
  }
}

const NONCE_KEY = 'network, asset, payer, nonce';

async function* nonces(database: Connection): AsyncGenerator<StoredNonce> {
  const page = database.prepare<[string, string, string, string], StoredNonce>(
    `SELECT ${NONCE_KEY}, payment_hash, spent_at FROM sandbox_nonce WHERE (${NONCE_KEY}) > (?, ?, ?, ?)
     ORDER BY ${NONCE_KEY} LIMIT ${PAGE_ROWS}`,
  );
  for (let last: readonly [string, string, string, string] = ['', '', '', '']; ;) {
    const rows = page.all(...last);
    yield* rows;
    if (rows.length < PAGE_ROWS) return;
    const { network, asset, payer, nonce } = rows.at(-1)!;
    last = [network, asset, payer, nonce];
  }
}
