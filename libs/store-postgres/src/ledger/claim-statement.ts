import type { Statement } from '../connection/lane';
import type { EventChain } from '../events/event-chain';
import type { EventStatement, EventWriter } from '../events/event-writer';
import { ATTEMPT_COLUMNS, FIXED_COLUMNS, type ClaimColumns } from './payment-row';

/** A payment to be claimed. */
export interface Claim {
  readonly columns: ClaimColumns;
  /** As stored. */
  readonly body: Uint8Array;
  /** What goes into its history. */
  readonly steps: readonly Step[];
  readonly nowMs: number;
}

/** One entry of a payment's history, before it has a number. */
export interface Step {
  readonly state: string;
  readonly detail: string;
}

const CLAIM_COLUMNS = { ...FIXED_COLUMNS, ...ATTEMPT_COLUMNS };
const NAMES = Object.keys(CLAIM_COLUMNS);
const KEY = 'network, asset, payer, nonce';

/** `$2` = rows as JSON, `$3` = their bodies, one after the other, `$4` = events as JSON. */
const CLAIM: Statement = {
  name: 'claim',
  text: `WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2::json) AS x(n integer, body_at integer, body_length integer, ${typed(CLAIM_COLUMNS)})
), claimed AS (
  INSERT INTO payment (${NAMES.join(', ')}) SELECT ${NAMES.join(', ')} FROM input ORDER BY n
  ON CONFLICT DO NOTHING RETURNING id, ${KEY}
), matched AS (
  SELECT claimed.id, input.n, body_at, body_length FROM claimed JOIN input USING (${KEY})
), answered AS (
  INSERT INTO payment_answer SELECT id, substr($3::bytea, body_at, body_length) FROM matched
), logged AS (
  INSERT INTO payment_event SELECT $1, seq, id, at, state, detail
  FROM matched JOIN json_to_recordset($4::json) AS e(n integer, seq bigint, at bigint, state text, detail text) USING (n)
)
SELECT n, id FROM matched`,
};

/** `$2` = id, `$3` and `$7` = the version that was read, `$4` = the row as JSON, `$5` = its body, `$6` = events as JSON. */
const CLAIM_ANEW: Statement = {
  name: 'claim_anew',
  text: `WITH input AS MATERIALIZED (
  SELECT * FROM json_to_record($4::json) AS x(${typed(ATTEMPT_COLUMNS)})
), refused AS MATERIALIZED (
  SELECT id FROM payment WHERE id = $2 AND state = 'refused' AND attempt = $3 AND fence = $7 FOR UPDATE
), answered AS (
  UPDATE payment_answer SET body = $5 WHERE payment_id IN (SELECT id FROM refused) RETURNING payment_id
), claimed AS (
  -- After its answer, which does not change any more once the payment is settled.
  UPDATE payment p SET refusal_code = NULL, refusal_reason = NULL, attempt = p.attempt + 1, fence = 1,
    ${Object.keys(ATTEMPT_COLUMNS)
      .map((name) => `${name} = input.${name}`)
      .join(', ')}
  FROM input WHERE p.id IN (SELECT payment_id FROM answered) RETURNING p.id
), logged AS (
  INSERT INTO payment_event SELECT $1, seq, id, at, state, detail
  FROM claimed CROSS JOIN json_to_recordset($6::json) AS e(seq bigint, at bigint, state text, detail text)
)
SELECT 0 AS n, id FROM claimed`,
};

/** A claim that won: its place among those that were tried together, and the id of its row. */
export interface Claimed {
  readonly n: number;
  readonly id: number;
}

/** Inserts payments in one statement; those whose key or identifier has a row are left out. */
export function claimStatement(events: EventWriter, claims: readonly Claim[]): EventStatement<Claimed> {
  let bodyAt = 1;
  const rows = claims.map(({ columns, body }, n) => {
    const row = { n, body_at: bodyAt, body_length: body.length, ...columns };
    bodyAt += body.length;
    return row;
  });
  const bodies = claims.length === 1 ? claims[0]!.body : Buffer.concat(claims.map(({ body }) => body));
  const numbered = claims.flatMap((claim, n) => numberedSteps(events.chain, claim, n));
  return {
    statement: CLAIM,
    values: [events.bootId, JSON.stringify(rows), bodies, JSON.stringify(numbered)],
    seqs: numbered.map(({ seq }) => seq),
    written: (claimed) => writtenSteps(numbered, claimed),
  };
}

/** Claims a refused payment again, unless somebody did since it was read. */
export function claimAnewStatement(
  events: EventWriter,
  claim: Claim,
  refused: { readonly id: number; readonly attempt: number; readonly fence: number },
): EventStatement<Claimed> {
  const numbered = numberedSteps(events.chain, claim, 0);
  return {
    statement: CLAIM_ANEW,
    values: [
      events.bootId,
      refused.id,
      refused.attempt,
      JSON.stringify(claim.columns),
      claim.body,
      JSON.stringify(numbered),
      refused.fence,
    ],
    seqs: numbered.map(({ seq }) => seq),
    written: (claimed) => writtenSteps(numbered, claimed),
  };
}

interface NumberedStep extends Step {
  readonly n: number;
  readonly seq: number;
  readonly at: number;
}

function numberedSteps(chain: EventChain, { steps, nowMs }: Claim, n: number): readonly NumberedStep[] {
  return steps.map(({ state, detail }) => ({ n, ...chain.next(nowMs), state, detail }));
}

function writtenSteps(numbered: readonly NumberedStep[], claimed: readonly Claimed[]) {
  const ids = new Map(claimed.map(({ n, id }) => [n, id]));
  return numbered.flatMap(({ n, ...step }) => {
    const paymentId = ids.get(n);
    return paymentId === undefined ? [] : [{ ...step, paymentId }];
  });
}

function typed(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}
