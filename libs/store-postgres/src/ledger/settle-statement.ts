import type { Settlement } from '@stackcheck/payment-x402/ledger';
import { ArrayParameter, type ArrayType } from '../connection/array-parameter';
import type { Statement } from '../connection/lane';
import type { EventStatement, EventWriter } from '../events/event-writer';
import { ofId } from './of-id';

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
 * Settles payments: only rows that are as this boot (`$1`) claimed them; whatever became of another one is looked at singly. Values are found by the place of
 * the id: a join would look each id up among all of them, and so would its index scan.
 * @param first the number of the first of seven parameters: ids, ascending, and their values
 */
export function settleSteps(first: number): string {
  const ids = `$${first}`;
  const of = (at: number, type: string, id = 'p.id'): string => ofId(`$${first + at}::${type}[]`, id, ids);
  return `settled AS (
  UPDATE payment p SET state = 'settled', worker = NULL, payload = ${of(1, 'text')}, transaction_hash = ${of(2, 'text')},
    evidence = ${of(3, 'text')}, payment_response = ${of(4, 'text')}
  WHERE p.id = ANY (${ids}::bigint[]) AND ${IS_SETTLING} AND p.worker = $1 RETURNING p.id, p.evidence
), settled_events AS (
  INSERT INTO payment_event SELECT $1, ${of(5, 'bigint', 'id')}, id, ${of(6, 'bigint', 'id')}, 'settled', evidence FROM settled
)`;
}

const SETTLE: Statement = { name: 'settle', text: `WITH ${settleSteps(2)} SELECT id FROM settled` };

/**
 * Settles payments in one statement.
 * @param settlements by ascending id
 */
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
  const column = (type: ArrayType, name: keyof (typeof rows)[number]): ArrayParameter =>
    new ArrayParameter(
      type,
      rows.map((row) => row[name]),
    );
  return {
    statement: SETTLE,
    values: [
      events.bootId,
      column('bigint', 'id'),
      column('text', 'payload'),
      column('text', 'transaction_hash'),
      column('text', 'evidence'),
      column('text', 'payment_response'),
      column('bigint', 'seq'),
      column('bigint', 'at'),
    ],
    seqs: rows.map(({ seq }) => seq),
    written: (settled) => {
      const ids = new Set(settled.map(({ id }) => id));
      return rows
        .filter(({ id }) => ids.has(id))
        .map(({ id, seq, at, evidence }) => ({ seq, at, paymentId: id, state: 'settled', detail: evidence }));
    },
  };
}
