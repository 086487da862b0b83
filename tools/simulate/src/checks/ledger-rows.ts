/** A payment's row as the checker reads it, past every port. */
export interface CheckedRow {
  readonly id: number;
  readonly payer: string;
  readonly payload: string;
  readonly identifier: string | null;
  readonly request_hash: string;
  readonly value: string;
  readonly pay_to: string;
  readonly valid_before: number;
  readonly boot_id: string;
  readonly state: 'settling' | 'settled' | 'refused' | 'unknown' | 'released';
  readonly evidence: string | null;
  readonly payment_response: string | null;
  /** Why it was refused, once it was. */
  readonly refusal_code: string | null;
}

/** A row with the nonce that was signed, whatever it is filed under. */
export interface SignedRow extends CheckedRow {
  readonly nonce: string;
}

/** The rows of a ledger, past every port. */
export interface LedgerRows {
  byKey(payer: string, nonce: string): CheckedRow | undefined;
  byNonce(nonce: string): CheckedRow | undefined;
  byId(id: number): CheckedRow | undefined;
  /** Whether there are rows that wait for an outcome, were refused, or either. */
  has(what: 'open' | 'refused' | 'watched'): boolean;
  /** In the order of their ids. */
  all(): readonly CheckedRow[];
  /** How often the loss of a payment's transfer was recorded, by its id; those without are left out. */
  losses(): ReadonlyMap<number, number>;
  /** What is wrong with the history of these rows. */
  historyFaults(rows: readonly CheckedRow[]): readonly string[];
}

/** The row of a nonce, under its payer or, where a planted bug files it elsewhere, under anybody. */
export function rowOf(rows: LedgerRows, payer: string, nonce: string): CheckedRow | undefined {
  return rows.byKey(payer, nonce) ?? rows.byNonce(nonce);
}

export function allRows(rows: LedgerRows): readonly SignedRow[] {
  return rows.all().map((row) => ({ ...row, nonce: signedNonce(row) }));
}

/** The nonce in a row's payload, lower-cased. */
export function signedNonce(row: CheckedRow): string {
  const { payload } = JSON.parse(row.payload) as { payload: { authorization: { nonce: string } } };
  return payload.authorization.nonce.toLowerCase();
}

const NEXT: Readonly<Record<string, readonly string[]>> = {
  '': ['settling'],
  settling: ['settled', 'refused', 'unknown', 'released'],
  unknown: ['settled', 'refused', 'released'],
  refused: ['settling', 'settled', 'released'],
  settled: ['delivered', 'lost'],
  delivered: ['lost'],
  released: [],
};

/** A step in the history of a payment. */
export interface CheckedStep {
  readonly payment_id: number;
  readonly state: string;
  readonly detail: string;
}

/** Steps, in their order, that the table of states forbids or that hold a secret, and rows that are not where their steps lead. */
export function stepFaults(steps: readonly CheckedStep[], rows: readonly CheckedRow[]): readonly string[] {
  const faults: string[] = [];
  const reached = new Map<number, string>();
  const lost = new Set<number>();
  for (const { payment_id: id, state, detail } of steps) {
    const from = reached.get(id) ?? '';
    if (!NEXT[from]!.includes(state)) faults.push(`payment ${id} went from "${from}" to "${state}"`);
    if (state === 'lost' && lost.has(id)) faults.push(`payment ${id} was lost twice`);
    // A lost one is still settled, and may be delivered.
    if (state === 'lost') lost.add(id);
    else reached.set(id, state);
    if (/0x[0-9a-f]{130}/i.test(detail)) faults.push(`an event of payment ${id} holds a signature`);
  }
  for (const { id, state } of rows) {
    const last = reached.get(id);
    if (last !== state && !(state === 'settled' && last === 'delivered'))
      faults.push(`payment ${id} is ${state}, its history says ${last}`);
  }
  return faults;
}
