import type { Statement } from '../connection/lane';
import type { EventStatement, EventWriter } from '../events/event-writer';

/** A transition of one payment: what is set, and of which rows. `$1` = this boot, `$2` = id; values of its own from `$6` on. */
export interface Move {
  readonly name: string;
  readonly set: string;
  readonly where: string;
}

/** What a move found: whether it was made, and the state before (null = there is no such payment). */
export interface Moved {
  readonly moved: boolean;
  readonly before: string | null;
}

/**
 * Who may take back what was claimed: the node that claimed it, where no other node took it up since. A process that slept while others went on
 * with its payment must not call it free; nor must a statement of its own that arrives late, after it took the payment up itself.
 */
const MINE = `boot_id = $1 AND fence = 1 AND (worker = $1 OR worker IS NULL)`;

/** Nothing was broadcast. */
export const REFUSE: Move = {
  name: 'refuse',
  set: `state = 'refused', worker = NULL, refusal_code = $6, refusal_reason = $7`,
  where: `state IN ('settling', 'unknown') AND ${MINE}`,
};

/** The outcome is unknown. Who took it up goes on, and lets it go at the end. */
export const DOUBT: Move = {
  name: 'doubt',
  set: `state = 'unknown', doubt = $6, worker = CASE WHEN fence = 1 THEN nullif(worker, $1) ELSE worker END`,
  where: `state = 'settling'`,
};

/** Proven never to pay; `$6` = payload without signature, `$7` = attempt that it was read of. */
export const RELEASE: Move = {
  name: 'release',
  set: `state = 'released', worker = NULL, payload = $6`,
  where: `state IN ('settling', 'unknown', 'refused') AND attempt = $7`,
};

/**
 * Proven to have paid, of a row that another boot claimed or that was refused meanwhile: `$6` = payload, `$7` = attempt, `$8` to `$10`
 * = settlement, `$11` = state that was read. It comes back without its identifier when another payment bears it by now.
 */
export const SETTLE_LATE: Move = {
  name: 'settle_late',
  set: `state = 'settled', worker = NULL, payload = $6, transaction_hash = $8, evidence = $9, payment_response = $10,
    identifier = CASE WHEN p.state = 'refused' AND EXISTS (SELECT 1 FROM payment b WHERE short_digest(b.identifier) = short_digest(p.identifier)
      AND b.state IN ('settling', 'unknown', 'settled')) THEN NULL ELSE identifier END`,
  where: `attempt = $7 AND state = $11`,
};

/** A step with the values of its move. */
export interface MoveStep {
  readonly id: number;
  readonly state: string;
  readonly detail: string;
  readonly nowMs: number;
  readonly values: readonly unknown[];
}

/** Makes a transition, with its event. */
export function moveStatement(events: EventWriter, move: Move, step: MoveStep): EventStatement<Moved> {
  const { id, state, detail } = step;
  const { seq, at } = events.chain.next(step.nowMs);
  return {
    statement: statementOf(move, state),
    values: [events.bootId, id, seq, at, detail, ...step.values],
    seqs: [seq],
    written: ([found]) => (found?.moved ? [{ seq, at, paymentId: id, state, detail }] : []),
  };
}

/** A settled payment whose transfer the chain took back: an event, and the row stays. */
const LOSE: Statement = {
  name: 'lose',
  text: `WITH settled AS (
  SELECT id FROM payment WHERE id = $2 AND state = 'settled'
), logged AS (
  INSERT INTO payment_event SELECT $1, $3::bigint, id, $4::bigint, 'lost', $5 FROM settled
  ON CONFLICT (payment_id) WHERE state = 'lost' DO NOTHING RETURNING payment_id
)
SELECT EXISTS (SELECT 1 FROM logged) AS moved, (SELECT state FROM payment WHERE id = $2) AS before`,
};

/** Records that a settled payment was lost, where no event says so yet. */
export function loseStatement(
  events: EventWriter,
  { id, detail, nowMs }: Pick<MoveStep, 'id' | 'detail' | 'nowMs'>,
): EventStatement<Moved> {
  const { seq, at } = events.chain.next(nowMs);
  return {
    statement: LOSE,
    values: [events.bootId, id, seq, at, detail],
    seqs: [seq],
    written: ([found]) => (found?.moved ? [{ seq, at, paymentId: id, state: 'lost', detail }] : []),
  };
}

function statementOf({ name, set, where }: Move, state: string): Statement {
  return {
    name,
    text: `WITH moved AS (
  UPDATE payment p SET ${set} WHERE id = $2 AND ${where} RETURNING id
), logged AS (
  INSERT INTO payment_event SELECT $1, $3::bigint, id, $4::bigint, '${state}', $5 FROM moved
)
SELECT EXISTS (SELECT 1 FROM moved) AS moved, (SELECT state FROM payment WHERE id = $2) AS before`,
  };
}
