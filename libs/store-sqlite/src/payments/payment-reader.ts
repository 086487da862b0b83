import type { PaymentReader } from '@stackcheck/payment-x402';
import { summaryOfRow, type PaymentHistory, type PaymentSummary } from '@stackcheck/payment-x402/store';
import { schemaState } from '../migrate';
import { DatabaseOpenError, openDatabase, type Connection } from '../open';
import type { PaymentRow } from './payment-row';
import { PAYMENT_MIGRATIONS } from './schema';
import { isCorrupt, ledgerFaults } from './verify-ledger';

const COLUMNS = `id, network, asset, payer, nonce, x402_version, identifier, state, route_id, resource_url, price, value, pay_to,
  valid_after, valid_before, created_at, answer_snapshot_ids, doubt, transaction_hash, evidence, delivered_at, refusal_code,
  refusal_reason,
  (SELECT at FROM payment_event WHERE payment_id = payment.id AND payment_event.state = 'lost') AS lost_at`;

/** The columns of a summary: few payments are lost, and an index holds those alone. */
type SummaryRow = PaymentRow & { readonly lost_at: number | null };

/** Rows that are read at a time: while SQLite steps through a statement, its connection can do nothing else. */
const PAGE_ROWS = 500;

/**
 * Opens `payments.db` for reading only.
 * @throws DatabaseOpenError when there is no such file, it is no database, or its schema is not this program's
 * @throws SchemaError when a later program wrote it
 */
export async function openPaymentReader(path: string): Promise<PaymentReader> {
  const database = openForReading(path);
  try {
    const list = database.prepare(
      `SELECT ${COLUMNS} FROM payment WHERE (@state IS NULL OR state = @state) AND created_at >= @since
       ORDER BY id DESC LIMIT @limit`,
    );
    const named = database.prepare(
      `SELECT ${COLUMNS} FROM payment WHERE id = @id OR nonce = lower(@name) OR identifier = @name ORDER BY id`,
    );
    const history = database.prepare(
      'SELECT sequence, at, state, detail FROM payment_event WHERE payment_id = ? ORDER BY sequence',
    );
    return {
      list: async ({ state, since, limit }) =>
        (list.all({ state: state ?? null, since: since ?? 0, limit }) as SummaryRow[]).map(summaryOfRow),
      named: async (name) =>
        (named.all({ name, id: /^\d{1,15}$/.test(name) ? Number(name) : null }) as SummaryRow[]).map(summaryOfRow),
      history: async (id) => history.all(id) as PaymentHistory[],
      all: () => allPayments(path),
      faults: async () => ledgerFaults(database),
      close: async () => void database.close(),
    };
  } catch (error) {
    database.close();
    throw readable(error, path);
  }
}

/** The same, opened when it is first asked. */
export function lazyPaymentReader(path: string): PaymentReader {
  let opened: Promise<PaymentReader> | undefined;
  const reader = (): Promise<PaymentReader> => (opened ??= openPaymentReader(path));
  return {
    list: async (filter) => (await reader()).list(filter),
    named: async (name) => (await reader()).named(name),
    history: async (id) => (await reader()).history(id),
    all: () => allPayments(path),
    faults: async () => (await reader()).faults(),
    // What could not be opened need not be closed, and the caller was informed.
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

/** On a connection of its own, in one transaction, so that it is of one moment whatever is asked or written meanwhile. */
async function* allPayments(path: string): AsyncGenerator<PaymentSummary> {
  const database = openForReading(path);
  try {
    database.exec('BEGIN');
    const page = database.prepare(`SELECT ${COLUMNS} FROM payment WHERE id > ? ORDER BY id LIMIT ${PAGE_ROWS}`);
    let rows: SummaryRow[];
    let lastId = 0;
    do {
      rows = page.all(lastId) as SummaryRow[];
      for (const row of rows) yield summaryOfRow(row);
      lastId = rows.at(-1)?.id ?? lastId;
    } while (rows.length === PAGE_ROWS);
  } finally {
    database.close();
  }
}

/**
 * Opens the file itself for reading only.
 * @throws DatabaseOpenError as `openPaymentReader` does
 */
export function openForReading(path: string): Connection {
  const database = openDatabase(path, { readOnly: true });
  try {
    if (schemaState(database, PAYMENT_MIGRATIONS) === 'current') return database;
    throw new DatabaseOpenError(`"${path}" is not of this version: start the API once, which brings it up to date`);
  } catch (error) {
    database.close();
    throw readable(error, path);
  }
}

function readable(error: unknown, path: string): unknown {
  return isCorrupt(error) ? new DatabaseOpenError(`"${path}" is damaged`, { cause: error }) : error;
}
