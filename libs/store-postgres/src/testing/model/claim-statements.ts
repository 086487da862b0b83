import { CLAIM_PARAMETERS, type Claimed } from '../../ledger/claim-statement';
import { ATTEMPT_COLUMNS, FIXED_COLUMNS } from '../../ledger/payment-row';
import { settle, type SettleValues } from './move-statements';
import type { ModelPayment, ModelTables } from './model-tables';

/** What a statement does to the tables, and the rows that it answers. */
export type ModelStatement = (tables: ModelTables, values: never) => readonly object[];

type Columns = Omit<
  ModelPayment,
  'id' | 'attempt' | 'fence' | 'delivered_at' | 'refusal_code' | 'refusal_reason' | 'body'
>;
interface Numbered {
  readonly seq: number;
  readonly at: number;
  readonly state: string;
  readonly detail: string;
}

const CLAIM_NAMES = Object.keys({ ...FIXED_COLUMNS, ...ATTEMPT_COLUMNS });

/** W1: of payments that are new, together with W2 of others, and of one that was refused. */
export const CLAIM_STATEMENTS = {
  claim,
  claim_and_settle: claimAndSettle,
  claim_anew: claimAnew,
} as const satisfies Readonly<Record<string, ModelStatement>>;

type ClaimValues = readonly [
  boot: string,
  keys: readonly string[],
  bodies: Uint8Array,
  begins: readonly number[],
  lengths: readonly number[],
  numbers: readonly number[],
  seqs: readonly number[],
  ats: readonly number[],
  states: readonly string[],
  details: readonly string[],
  ...columns: (readonly (string | number | null)[])[],
];

function claim(tables: ModelTables, values: ClaimValues): readonly Claimed[] {
  const [boot, keys, bodies, begins, lengths, numbers, seqs, ats, states, details, ...columns] = values;
  const claimed: Claimed[] = [];
  for (const at of keys.keys()) {
    const row = Object.fromEntries(CLAIM_NAMES.map((name, of) => [name, columns[of]![at]])) as unknown as Columns;
    if (!mayClaim(tables, boot, row)) continue;
    const body = bodies.subarray(begins[at]! - 1, begins[at]! - 1 + lengths[at]!);
    const id = tables.nextId();
    if (tables.insertPayment({ ...row, ...FRESH, id, attempt: 1, body })) claimed.push({ n: at + 1, id });
  }
  for (const { n, id } of claimed)
    for (const [of, number] of numbers.entries())
      if (number === n)
        log(tables, boot, id, { seq: seqs[of]!, at: ats[of]!, state: states[of]!, detail: details[of]! });
  return claimed;
}

function claimAndSettle(tables: ModelTables, values: ClaimValues): readonly object[] {
  const [boot] = values;
  const [claims, settlements] = [values.slice(0, 1 + CLAIM_PARAMETERS), values.slice(1 + CLAIM_PARAMETERS)];
  return [
    ...claim(tables, claims as unknown as ClaimValues),
    ...settle(tables, [boot, ...settlements] as unknown as SettleValues).map(({ id }) => ({ n: null, id })),
  ];
}

function claimAnew(
  tables: ModelTables,
  [boot, id, attempt, row, body, events, fence]: readonly [string, number, number, string, Uint8Array, string, number],
): readonly Claimed[] {
  const before = tables.payment(id);
  const claimed = JSON.parse(row) as Columns;
  const isSame = before?.state === 'refused' && before.attempt === attempt && before.fence === fence;
  const isMet = isSame && mayClaim(tables, boot, claimed);
  if (isMet) {
    const { network, asset, payer, nonce, created_at } = before;
    const columns = { ...claimed, network, asset, payer, nonce, created_at };
    tables.updatePayment({ ...columns, ...FRESH, id, attempt: attempt + 1, body });
    for (const step of JSON.parse(events) as readonly Numbered[]) log(tables, boot, id, step);
  }
  return isMet ? [{ n: 1, id }] : [];
}

function mayClaim(tables: ModelTables, boot: string, { state }: Pick<Columns, 'state'>): boolean {
  return state !== 'settling' || tables.node(boot)?.gone !== true;
}

const FRESH = { fence: 1, delivered_at: null, refusal_code: null, refusal_reason: null } as const;

function log(tables: ModelTables, boot_id: string, payment_id: number, { seq, at, state, detail }: Numbered): void {
  tables.insertEvent({ boot_id, seq, payment_id, at, state, detail });
}
