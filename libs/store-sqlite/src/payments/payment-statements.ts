import type { PaymentState, Settlement } from '@stackcheck/payment-x402/ledger';
import type { Connection } from '../open';
import type { ClaimColumns, PaymentRow } from './payment-row';

const IDENTITY = 'network = @network AND asset = @asset AND payer = @payer AND nonce = @nonce';

/** `created_at` is the time of the first claim: from then on the nonce may have been spent for us. */
const COLUMNS_FIXED = [
  'network',
  'asset',
  'payer',
  'nonce',
  'created_at',
] as const satisfies readonly (keyof ClaimColumns)[];

const COLUMNS_OF_ATTEMPT = [
  'payment_hash',
  'x402_version',
  'payload',
  'identifier',
  'request_hash',
  'route_id',
  'resource_url',
  'price',
  'value',
  'pay_to',
  'valid_after',
  'valid_before',
  'answer_content_type',
  'answer_body',
  'answer_snapshot_ids',
  'boot_id',
  'verified_by',
  'signature_hash',
] as const satisfies readonly (keyof ClaimColumns)[];

const COLUMNS_CLAIMED = [...COLUMNS_FIXED, ...COLUMNS_OF_ATTEMPT];

/** What a transition may set besides the state; what is absent stays. */
export type TransitionColumns = Partial<
  Pick<
    PaymentRow,
    'payload' | 'doubt' | 'transaction_hash' | 'evidence' | 'payment_response' | 'refusal_code' | 'refusal_reason'
  >
>;

const COLUMNS_OF_TRANSITION = [
  'payload',
  'doubt',
  'transaction_hash',
  'evidence',
  'payment_response',
  'refusal_code',
  'refusal_reason',
] as const satisfies readonly (keyof TransitionColumns)[];

/** Written out: what is spread has a shape of its own each time, which the driver reads name by name. */
function transitionOf(id: number, state: PaymentState, columns: TransitionColumns): object {
  return {
    id,
    state,
    payload: columns.payload ?? null,
    doubt: columns.doubt ?? null,
    transaction_hash: columns.transaction_hash ?? null,
    evidence: columns.evidence ?? null,
    payment_response: columns.payment_response ?? null,
    refusal_code: columns.refusal_code ?? null,
    refusal_reason: columns.refusal_reason ?? null,
  } satisfies Record<keyof TransitionColumns, unknown> & { readonly id: number; readonly state: PaymentState };
}

/** What a transition reads of a row: without the answer, which is most of it. */
export type PaymentCore = Pick<PaymentRow, 'id' | 'state' | 'identifier' | 'payload' | 'delivered_at'>;

/** The statements on the table `payment`, prepared once per connection. */
export interface PaymentStatements {
  find(key: Pick<PaymentRow, 'network' | 'asset' | 'payer' | 'nonce'>): PaymentRow | undefined;
  /** Only a row whose identifier is bound. */
  findByIdentifier(identifier: string): PaymentRow | undefined;
  get(id: number): PaymentCore | undefined;
  /** Of a settled row. */
  settlement(id: number): Settlement;
  /** Null, and nothing written, when the payment or its identifier has a row. */
  insert(columns: ClaimColumns): number | null;
  claimAnew(id: number, columns: ClaimColumns): void;
  transition(id: number, state: PaymentState, columns: TransitionColumns): void;
  deliver(id: number, atMs: number): void;
  /** Whether the payment has an event that says so. */
  isLost(id: number): boolean;
  /** Takes its identifier from a payment that another one bears by now. */
  unbind(id: number): void;
  open(limit: number, afterId: number): readonly PaymentRow[];
  watched(closedBefore: number, afterId: number, limit: number): readonly PaymentRow[];
  counts(): readonly { readonly state: PaymentState; readonly count: number }[];
}

/** Prepares the statements; the schema must exist. */
export function preparePaymentStatements(database: Connection): PaymentStatements {
  const find = database.prepare(`SELECT * FROM payment WHERE ${IDENTITY}`);
  const findByIdentifier = database.prepare(
    "SELECT * FROM payment WHERE identifier = ? AND state IN ('settling', 'unknown', 'settled')",
  );
  const get = database.prepare('SELECT id, state, identifier, payload, delivered_at FROM payment WHERE id = ?');
  const settlement = database.prepare(
    'SELECT transaction_hash AS "transaction", evidence, payment_response AS paymentResponse FROM payment WHERE id = ?',
  );
  const insert = database.prepare(
    `INSERT INTO payment (state, ${COLUMNS_CLAIMED.join(', ')})
     VALUES ('settling', ${COLUMNS_CLAIMED.map((name) => `@${name}`).join(', ')}) ON CONFLICT DO NOTHING`,
  );
  const claimAnew = database.prepare(
    `UPDATE payment SET state = 'settling', doubt = NULL, refusal_code = NULL, refusal_reason = NULL,
       ${COLUMNS_OF_ATTEMPT.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  );
  const transitionSets = COLUMNS_OF_TRANSITION.map((name) => `${name} = coalesce(@${name}, ${name})`);
  const transition = database.prepare(`UPDATE payment SET state = @state, ${transitionSets.join(', ')} WHERE id = @id`);
  const deliver = database.prepare('UPDATE payment SET delivered_at = ? WHERE id = ?');
  // Of a bare `LIMIT ?` SQLite wants to know the value and compiles the statement again at every call; of a sum it does not.
  const open = database.prepare(
    "SELECT * FROM payment WHERE state IN ('settling', 'unknown') AND id > ? ORDER BY id LIMIT (? + 0)",
  );
  const unbind = database.prepare('UPDATE payment SET identifier = NULL WHERE id = ?');
  const lost = database.prepare("SELECT 1 FROM payment_event WHERE payment_id = ? AND state = 'lost'");
  const watched = database.prepare(
    "SELECT * FROM payment WHERE state = 'refused' AND valid_before < ? AND id > ? ORDER BY id LIMIT (? + 0)",
  );
  // Rows are never removed, so the last id is their number, and what is in no other state is settled.
  const counts = database.prepare(
    `WITH few (state, count) AS (
       SELECT 'settling', count(*) FROM payment INDEXED BY payment_open WHERE state IN ('settling', 'unknown') AND state = 'settling'
       UNION ALL
       SELECT 'unknown', count(*) FROM payment INDEXED BY payment_open WHERE state IN ('settling', 'unknown') AND state = 'unknown'
       UNION ALL
       SELECT 'refused', count(*) FROM payment INDEXED BY payment_watched WHERE state = 'refused'
       UNION ALL
       SELECT 'released', count(*) FROM payment INDEXED BY payment_released WHERE state = 'released'
     )
     SELECT state, count FROM few
     UNION ALL
     SELECT 'settled', coalesce((SELECT max(id) FROM payment), 0) - (SELECT sum(count) FROM few)`,
  );
  return {
    find: (key) => find.get(key) as PaymentRow | undefined,
    findByIdentifier: (identifier) => findByIdentifier.get(identifier) as PaymentRow | undefined,
    get: (id) => get.get(id) as PaymentCore | undefined,
    settlement: (id) => settlement.get(id) as Settlement,
    insert: (columns) => {
      const { changes, lastInsertRowid } = insert.run(columns);
      return changes === 0 ? null : Number(lastInsertRowid);
    },
    claimAnew: (id, columns) => void claimAnew.run({ ...columns, id }),
    transition: (id, state, columns) => void transition.run(transitionOf(id, state, columns)),
    deliver: (id, atMs) => void deliver.run(atMs, id),
    open: (limit, afterId) => open.all(afterId, limit) as PaymentRow[],
    isLost: (id) => lost.get(id) !== undefined,
    unbind: (id) => void unbind.run(id),
    watched: (closedBefore, afterId, limit) => watched.all(closedBefore, afterId, limit) as PaymentRow[],
    counts: () => counts.all() as { state: PaymentState; count: number }[],
  };
}
