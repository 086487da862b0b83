import type { Claimed } from '../../ledger/claim-statement';
import type { ModelPayment, ModelTables } from './model-tables';

/** What a statement does to the tables, and the rows that it answers. */
export type ModelStatement = (tables: ModelTables, values: never) => readonly object[];

type Columns = Omit<
  ModelPayment,
  'id' | 'attempt' | 'fence' | 'delivered_at' | 'refusal_code' | 'refusal_reason' | 'body'
>;
interface Numbered {
  readonly n: number;
  readonly seq: number;
  readonly at: number;
  readonly state: string;
  readonly detail: string;
}

/** W1: of payments that are new, and of one that was refused. */
export const CLAIM_STATEMENTS = { claim, claim_anew: claimAnew } as const satisfies Readonly<
  Record<string, ModelStatement>
>;

function claim(
  tables: ModelTables,
  [boot, rows, bodies, events]: readonly [string, string, Uint8Array, string],
): readonly Claimed[] {
  const claimed: Claimed[] = [];
  const steps = JSON.parse(events) as readonly Numbered[];
  for (const input of JSON.parse(rows) as readonly (Columns & { n: number; body_at: number; body_length: number })[]) {
    const { n, body_at, body_length, ...columns } = input;
    const body = bodies.subarray(body_at - 1, body_at - 1 + body_length);
    const id = tables.nextId();
    if (tables.insertPayment({ ...columns, ...FRESH, id, attempt: 1, body })) claimed.push({ n, id });
  }
  for (const { n, id } of claimed) for (const step of steps) if (step.n === n) log(tables, boot, id, step);
  return claimed;
}

function claimAnew(
  tables: ModelTables,
  [boot, id, attempt, row, body, events, fence]: readonly [string, number, number, string, Uint8Array, string, number],
): readonly Claimed[] {
  const before = tables.payment(id);
  const isMet = before?.state === 'refused' && before.attempt === attempt && before.fence === fence;
  if (isMet) {
    const { network, asset, payer, nonce, created_at } = before;
    const columns = { ...(JSON.parse(row) as Columns), network, asset, payer, nonce, created_at };
    const { delivered_at } = before;
    tables.updatePayment({ ...columns, ...FRESH, id, delivered_at, attempt: attempt + 1, body });
    for (const step of JSON.parse(events) as readonly Numbered[]) log(tables, boot, id, step);
  }
  return isMet ? [{ n: 0, id }] : [];
}

const FRESH = { fence: 1, delivered_at: null, refusal_code: null, refusal_reason: null } as const;

function log(tables: ModelTables, boot_id: string, payment_id: number, { seq, at, state, detail }: Numbered): void {
  tables.insertEvent({ boot_id, seq, payment_id, at, state, detail });
}
