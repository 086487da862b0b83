import type { Settlement } from '@stackcheck/payment-x402/ledger';
import type { Statement } from '../connection/lane';
import type { EventStatement, EventWriter } from '../events/event-writer';

/** A settlement of a payment that this boot claimed. */
export interface OwnSettlement {
  readonly id: number;
  readonly settlement: Settlement;
  /** The payload without its signature, as JSON. */
  readonly payload: string;
  readonly nowMs: number;
}

/**
 * The state is compared as an expression, so that the rows are found by their ids: the small index of open rows looks cheap to
 * PostgreSQL, and is full of those that were open a moment ago.
 */
const IS_SETTLING = `p.state || '' = 'settling'`;

/**
 * `$2` = settlements as JSON. Only rows that are as this boot claimed them; whatever became of another one is looked at singly. The ids are
 * named once more as an array: while a ledger is small, PostgreSQL would else plan to read all of it, and keep that plan as it grows.
 */
const SETTLE: Statement = {
  name: 'settle',
  text: `WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2::json) AS x(id bigint, payload text, transaction_hash text, evidence text,
    payment_response text, seq bigint, at bigint)
), settled AS (
  UPDATE payment p SET state = 'settled', worker = NULL, payload = input.payload, evidence = input.evidence,
    transaction_hash = input.transaction_hash, payment_response = input.payment_response
  FROM input WHERE p.id = ANY (ARRAY(SELECT id FROM input)) AND p.id = input.id AND ${IS_SETTLING} AND p.worker = $1 RETURNING p.id
), logged AS (
  INSERT INTO payment_event SELECT $1, seq, id, at, 'settled', evidence FROM settled JOIN input USING (id)
)
SELECT id FROM settled`,
};

/** Settles payments in one statement. */
export function settleStatement(
  events: EventWriter,
  settlements: readonly OwnSettlement[],
): EventStatement<{ readonly id: number }> {
  const rows = settlements.map(({ id, settlement, payload, nowMs }) => ({
    id,
    payload,
    transaction_hash: settlement.transaction,
    evidence: settlement.evidence,
    payment_response: settlement.paymentResponse,
    ...events.chain.next(nowMs),
  }));
  return {
    statement: SETTLE,
    values: [events.bootId, JSON.stringify(rows)],
    seqs: rows.map(({ seq }) => seq),
    written: (settled) => {
      const ids = new Set(settled.map(({ id }) => id));
      return rows
        .filter(({ id }) => ids.has(id))
        .map(({ id, seq, at, evidence }) => ({ seq, at, paymentId: id, state: 'settled', detail: evidence }));
    },
  };
}
