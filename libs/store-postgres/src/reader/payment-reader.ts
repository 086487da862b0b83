import type { Client } from 'pg';
import {
  summaryOfRow,
  type PaymentFilter,
  type PaymentHistory,
  type PaymentReader,
  type PaymentSummary,
} from '@stackcheck/payment-x402/store';
import { deliveredAtOf } from '../schema/delivery-events';
import { LedgerSchemaError, stepsLeft } from '../schema/migrate';
import { ledgerFaults } from './verify-ledger';
import type { PaymentRow } from '../ledger/payment-row';

const COLUMNS = `id, network, asset, payer, nonce, x402_version, identifier, state, route_id, resource_url, price, value, pay_to,
  valid_after, valid_before, created_at, answer_snapshot_ids, doubt, transaction_hash, evidence, refusal_code,
  refusal_reason, ${deliveredAtOf('payment')} AS delivered_at, (SELECT e.at FROM payment_event e WHERE e.payment_id = payment.id AND e.state = 'lost') AS lost_at`;

/** The columns of a summary: few payments are lost, and an index holds those alone. */
type SummaryRow = PaymentRow & { readonly lost_at: number | null };

/** Rows that are fetched at a time. */
const PAGE_ROWS = 500;

const AS_OF_NOW = 'BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * A reader over connections of its own, each made when it is needed: an operator's question may take long, and nothing that takes
 * payments waits for it.
 * @param connect to a primary or a standby
 */
export function postgresReader(connect: () => Promise<Client>): PaymentReader {
  async function ask<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return within(connect, async (client) => (await client.query(text, values as unknown[])).rows as Row[]);
  }
  return {
    list: async ({ state, since, limit }: PaymentFilter) =>
      (
        await ask<SummaryRow>(
          `SELECT ${COLUMNS} FROM payment WHERE attempt > 0 AND ($1::text IS NULL OR state = $1) AND created_at >= $2 ORDER BY id DESC LIMIT $3`,
          [state ?? null, since ?? 0, limit],
        )
      ).map(summaryOfRow),
    named: async (name) =>
      (
        await ask<SummaryRow>(
          `SELECT ${COLUMNS} FROM payment WHERE id = $1 OR nonce = lower($2) OR identifier = $2 ORDER BY id`,
          [/^\d{1,15}$/.test(name) ? Number(name) : null, name],
        )
      ).map(summaryOfRow),
    history: (id) =>
      ask<PaymentHistory>(
        `SELECT row_number() OVER (ORDER BY at, boot_id, seq) AS sequence, at, state, detail FROM payment_event
         WHERE payment_id = $1 ORDER BY sequence`,
        [id],
      ),
    all: () => allPayments(connect),
    faults: () => within(connect, ledgerFaults),
    close: async () => undefined,
  };
}

async function* allPayments(connect: () => Promise<Client>): AsyncGenerator<PaymentSummary> {
  const client = await opened(connect);
  try {
    await client.query(AS_OF_NOW);
    await client.query(
      `DECLARE payments NO SCROLL CURSOR FOR SELECT ${COLUMNS} FROM payment WHERE attempt > 0 ORDER BY id`,
    );
    for (let rows: SummaryRow[] = []; ;) {
      ({ rows } = await client.query<SummaryRow>(`FETCH ${PAGE_ROWS} FROM payments`));
      for (const row of rows) yield summaryOfRow(row);
      if (rows.length < PAGE_ROWS) return;
    }
  } finally {
    await client.end();
  }
}

/** All that is read is of one moment. */
async function within<T>(connect: () => Promise<Client>, read: (client: Client) => Promise<T>): Promise<T> {
  const client = await opened(connect);
  try {
    await client.query(AS_OF_NOW);
    return await read(client);
  } finally {
    await client.end();
  }
}

async function opened(connect: () => Promise<Client>): Promise<Client> {
  const client = await connect();
  try {
    if ((await stepsLeft(client)) === 0) return client;
    throw new LedgerSchemaError('the ledger is not of this version: start the API once, which brings it up to date');
  } catch (error) {
    await client.end();
    throw error;
  }
}
