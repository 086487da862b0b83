import type { Ambiguity, PaymentKey, PaymentState, Settlement } from '@stackcheck/payment-x402';
import { schemaState } from '../migrate';
import { DatabaseOpenError, openDatabase } from '../open';
import type { PaymentRow } from './payment-row';
import { PAYMENT_MIGRATIONS } from './schema';
import { isCorrupt, ledgerFaults } from './verify-ledger';

/** A payment as an operator may see it: without its payload, which holds a signature, and without its answer. */
export interface PaymentSummary {
  readonly id: number;
  readonly key: PaymentKey;
  readonly x402Version: 1 | 2;
  readonly identifier: string | null;
  readonly state: PaymentState;
  readonly routeId: string;
  readonly resourceUrl: string;
  /** Atomic USDC, as are all amounts here. */
  readonly price: bigint;
  readonly value: bigint;
  readonly payTo: string;
  /** Unix seconds, as signed. */
  readonly validAfter: number;
  readonly validBefore: number;
  /** Epoch milliseconds of the first claim. */
  readonly createdAt: number;
  readonly snapshotIds: readonly string[];
  readonly doubt: Ambiguity | null;
  /** Empty when settled with a hash that is not known. */
  readonly transaction: string | null;
  readonly evidence: Settlement['evidence'] | null;
  /** Epoch milliseconds, or null while the answer was not handed over. */
  readonly deliveredAt: number | null;
  readonly refusal: { readonly code: string; readonly reason: string } | null;
}

/** One entry of a payment's history. */
export interface PaymentHistory {
  readonly sequence: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The state reached, or `delivered`. */
  readonly state: string;
  readonly detail: string;
}

/** Which payments to list. */
export interface PaymentFilter {
  readonly state?: PaymentState;
  /** Epoch milliseconds of the first claim at the earliest. */
  readonly since?: number;
  readonly limit: number;
}

/** The ledger for looking only. Several may look while the API writes. */
export interface PaymentReader {
  /** Newest first. */
  list(filter: PaymentFilter): readonly PaymentSummary[];
  /** Payments with this id, nonce (or Lightning payment hash) or identifier. */
  named(name: string): readonly PaymentSummary[];
  history(id: number): readonly PaymentHistory[];
  /** All payments, oldest first, as of one moment. */
  all(): IterableIterator<PaymentSummary>;
  /** Every fault of the file, its schema and its history; none in a sound ledger. */
  faults(): readonly string[];
  close(): void;
}

const COLUMNS = `id, network, asset, payer, nonce, x402_version, identifier, state, route_id, resource_url, price, value, pay_to,
  valid_after, valid_before, created_at, answer_snapshot_ids, doubt, transaction_hash, evidence, delivered_at, refusal_code,
  refusal_reason`;

/**
 * Opens `payments.db` for reading only.
 * @throws DatabaseOpenError when there is no such file, it is no database, or its schema is not this program's
 * @throws SchemaError when a later program wrote it
 */
export function openPaymentReader(path: string): PaymentReader {
  const database = openDatabase(path, { readOnly: true });
  try {
    if (schemaState(database, PAYMENT_MIGRATIONS) !== 'current')
      throw new DatabaseOpenError(`"${path}" is not of this version: start the API once, which brings it up to date`);
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
    const all = database.prepare(`SELECT ${COLUMNS} FROM payment ORDER BY id`);
    return {
      list: ({ state, since, limit }) =>
        (list.all({ state: state ?? null, since: since ?? 0, limit }) as PaymentRow[]).map(toSummary),
      named: (name) =>
        (named.all({ name, id: /^\d{1,15}$/.test(name) ? Number(name) : null }) as PaymentRow[]).map(toSummary),
      history: (id) => history.all(id) as PaymentHistory[],
      *all() {
        for (const row of all.iterate()) yield toSummary(row as PaymentRow);
      },
      faults: () => ledgerFaults(database),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    if (isCorrupt(error)) throw new DatabaseOpenError(`"${path}" is damaged`, { cause: error });
    throw error;
  }
}

function toSummary(row: PaymentRow): PaymentSummary {
  return {
    id: row.id,
    key: { network: row.network, asset: row.asset, payer: row.payer, nonce: row.nonce },
    x402Version: row.x402_version,
    identifier: row.identifier,
    state: row.state,
    routeId: row.route_id,
    resourceUrl: row.resource_url,
    price: BigInt(row.price),
    value: BigInt(row.value),
    payTo: row.pay_to,
    validAfter: row.valid_after,
    validBefore: row.valid_before,
    createdAt: row.created_at,
    snapshotIds: JSON.parse(row.answer_snapshot_ids) as readonly string[],
    doubt: row.doubt,
    transaction: row.transaction_hash,
    evidence: row.evidence,
    deliveredAt: row.delivered_at,
    refusal: row.refusal_code === null ? null : { code: row.refusal_code, reason: row.refusal_reason ?? '' },
  };
}
