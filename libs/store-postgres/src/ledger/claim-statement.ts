import { ArrayParameter, type ArrayType } from '../connection/array-parameter';
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
const NAMES = Object.keys(CLAIM_COLUMNS) as readonly (keyof typeof CLAIM_COLUMNS)[];

/**
 * Whether this boot (`$1`) may claim. Others that found it gone may have answered the payment since: a claim of it that arrives late must not
 * be settled by who takes it up. A transfer that was made, or may have been, is always written.
 * @param state what the payment is claimed as
 */
function mayClaim(state: string): string {
  return `(${state} <> 'settling' OR NOT EXISTS (SELECT 1 FROM node WHERE boot_id = $1 AND gone))`;
}

/** How many parameters `claimSteps` takes. */
export const CLAIM_PARAMETERS = 9 + NAMES.length;

/**
 * Claims payments for this boot (`$1`). Each parameter but the bodies is an array: PostgreSQL reads those in half the time that it takes for the same rows
 * as JSON.
 * @param first the number of the first parameter: keys, bodies, one after the other, where each begins and how long it is, five parts of events,
 *   and the columns
 */
export function claimSteps(first: number): string {
  const [keys, bodies, begins, lengths, ...rest] = Array.from(
    { length: CLAIM_PARAMETERS },
    (_, at) => `$${first + at}`,
  );
  const [n, seq, at, state, detail] = rest;
  const columns = NAMES.map((name, of) => `${rest[5 + of]}::${CLAIM_COLUMNS[name]}[]`).join(', ');
  return `claimed AS (
  INSERT INTO payment (${NAMES.join(', ')}) SELECT * FROM unnest(${columns}) AS c(${NAMES.join(', ')})
  WHERE ${mayClaim('c.state')}
  ON CONFLICT DO NOTHING RETURNING id, network || ' ' || asset || ' ' || payer || ' ' || nonce AS key
), matched AS MATERIALIZED (
  SELECT id, array_position(${keys}::text[], key) AS n FROM claimed
), answered AS (
  INSERT INTO payment_answer SELECT id, substr(${bodies}::bytea, (${begins}::integer[])[n], (${lengths}::integer[])[n]) FROM matched
), logged AS (
  INSERT INTO payment_event SELECT $1, seq, id, at, state, detail
  FROM matched JOIN unnest(${n}::integer[], ${seq}::bigint[], ${at}::bigint[], ${state}::text[], ${detail}::text[])
    AS e(n, seq, at, state, detail) USING (n)
)`;
}

const CLAIM: Statement = { name: 'claim', text: `WITH ${claimSteps(2)} SELECT n, id FROM matched` };

/** `$2` = id, `$3` and `$7` = the version that was read, `$4` = the row as JSON, `$5` = its body, `$6` = events as JSON. */
const CLAIM_ANEW: Statement = {
  name: 'claim_anew',
  text: `WITH input AS MATERIALIZED (
  SELECT * FROM json_to_record($4::json) AS x(${typed(ATTEMPT_COLUMNS)})
), refused AS MATERIALIZED (
  SELECT id FROM payment WHERE id = $2 AND state = 'refused' AND attempt = $3 AND fence = $7 AND (SELECT ${mayClaim('input.state')} FROM input) FOR UPDATE
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
SELECT 1 AS n, id FROM claimed`,
};

/** A claim that won: its place among those that were tried together, from 1 on, and the id of its row. */
export interface Claimed {
  readonly n: number;
  readonly id: number;
}

/** Inserts payments in one statement; those whose key or identifier has a row are left out, and all of a boot that was found gone. */
export function claimStatement(events: EventWriter, claims: readonly Claim[]): EventStatement<Claimed> {
  const bodies = claims.length === 1 ? claims[0]!.body : Buffer.concat(claims.map(({ body }) => body));
  let end = 1;
  const begins = claims.map(({ body }) => (end += body.length) - body.length);
  const numbered = claims.flatMap((claim, at) => numberedSteps(events.chain, claim, at + 1));
  return {
    statement: CLAIM,
    values: [
      events.bootId,
      new ArrayParameter(
        'text',
        claims.map(({ columns: { network, asset, payer, nonce } }) => `${network} ${asset} ${payer} ${nonce}`),
      ),
      bodies,
      new ArrayParameter('integer', begins),
      new ArrayParameter(
        'integer',
        claims.map(({ body }) => body.length),
      ),
      ...EVENT_PARTS.map(([name, type]) =>
        arrayOf(
          type,
          numbered.map((step) => step[name]),
        ),
      ),
      ...NAMES.map((name) =>
        arrayOf(
          CLAIM_COLUMNS[name],
          claims.map(({ columns }) => columns[name]),
        ),
      ),
    ],
    seqs: numbered.map(({ seq }) => seq),
    written: (claimed) => writtenSteps(numbered, claimed),
  };
}

/** Claims a refused payment again, unless a node did since it was read. */
export function claimAnewStatement(
  events: EventWriter,
  claim: Claim,
  refused: { readonly id: number; readonly attempt: number; readonly fence: number },
): EventStatement<Claimed> {
  const numbered = numberedSteps(events.chain, claim, 1);
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

const EVENT_PARTS = [
  ['n', 'integer'],
  ['seq', 'bigint'],
  ['at', 'bigint'],
  ['state', 'text'],
  ['detail', 'text'],
] as const satisfies readonly (readonly [keyof NumberedStep, string])[];

/** The driver writes the literal of what is not known how to send in binary. */
function arrayOf(type: ArrayType | 'numeric', items: readonly (string | number | null)[]): unknown {
  return type === 'numeric' ? items : new ArrayParameter(type, items);
}

function numberedSteps(chain: EventChain, { steps, nowMs }: Claim, n: number): readonly NumberedStep[] {
  return steps.map(({ state, detail }) => ({ n, ...chain.next(nowMs), state, detail }));
}

function writtenSteps(numbered: readonly NumberedStep[], claimed: readonly Claimed[]) {
  const ids = new Map(claimed.map(({ n, id }) => [n, id]));
  return numbered.flatMap(({ n, ...step }) => {
    const paymentId = ids.get(n);
    return paymentId === undefined ? [] : [{ paymentId, ...step }];
  });
}

function typed(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
}
