import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { TERMS } from '../model/terms';

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
  readonly state: 'settling' | 'settled' | 'refused' | 'unknown' | 'released';
  readonly evidence: string | null;
  readonly payment_response: string | null;
}

/** A row with the nonce that was signed, whatever it is filed under. */
export interface SignedRow extends CheckedRow {
  readonly nonce: string;
}

interface EventRow {
  readonly sequence: number;
  readonly payment_id: number;
  readonly at: number;
  readonly state: string;
  readonly detail: string;
  readonly previous_hash: string;
  readonly hash: string;
}

const READ =
  'SELECT id, payer, payload, identifier, request_hash, value, pay_to, valid_before, state, evidence, payment_response FROM payment';

const SQL = {
  byKey: `${READ} WHERE network = ? AND asset = ? AND payer = ? AND nonce = ?`,
  byNonce: `${READ} WHERE nonce = ?`,
  byId: `${READ} WHERE id = ?`,
  open: "SELECT 1 FROM payment WHERE state IN ('settling', 'unknown') LIMIT 1",
  refused: "SELECT 1 FROM payment WHERE state = 'refused' LIMIT 1",
  watched: "SELECT 1 FROM payment WHERE state IN ('settling', 'unknown', 'refused') LIMIT 1",
  all: `${READ} ORDER BY id`,
  events: 'SELECT * FROM payment_event ORDER BY sequence',
} as const;

const prepared = new WeakMap<Database.Database, Map<keyof typeof SQL, Database.Statement>>();

/** Statements are made when first used: most boots see few of them. */
function statement(connection: Database.Database, name: keyof typeof SQL): Database.Statement {
  let statements = prepared.get(connection);
  if (!statements) prepared.set(connection, (statements = new Map()));
  let known = statements.get(name);
  if (!known) statements.set(name, (known = connection.prepare(SQL[name])));
  return known;
}

/** The row of a nonce, under its payer or, where a planted bug files it elsewhere, under anybody. */
export function rowOf(connection: Database.Database, payer: string, nonce: string): CheckedRow | undefined {
  const own = statement(connection, 'byKey').get(TERMS.network, TERMS.asset.toLowerCase(), payer, nonce);
  return (own ?? statement(connection, 'byNonce').get(nonce)) as CheckedRow | undefined;
}

export function rowById(connection: Database.Database, id: number): CheckedRow | undefined {
  return statement(connection, 'byId').get(id) as CheckedRow | undefined;
}

export function hasOpenRows(connection: Database.Database): boolean {
  return statement(connection, 'open').get() !== undefined;
}

export function hasRefusedRows(connection: Database.Database): boolean {
  return statement(connection, 'refused').get() !== undefined;
}

/** Rows that a reconciler may still have to do with. */
export function hasWatchedRows(connection: Database.Database): boolean {
  return statement(connection, 'watched').get() !== undefined;
}

export function allRows(connection: Database.Database): readonly SignedRow[] {
  const rows = statement(connection, 'all').all() as CheckedRow[];
  return rows.map((row) => ({ ...row, nonce: signedNonce(row) }));
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
  settled: ['delivered'],
  delivered: [],
  released: [],
};

/** What is wrong with the history: a step that the table of states forbids, or a link that does not hold. */
export function historyFaults(connection: Database.Database, rows: readonly CheckedRow[]): readonly string[] {
  const faults: string[] = [];
  const reached = new Map<number, string>();
  let previousHash = '0'.repeat(64);
  for (const event of statement(connection, 'events').all() as EventRow[]) {
    const { payment_id: id, at, state, detail, sequence } = event;
    const from = reached.get(id) ?? '';
    if (!NEXT[from]!.includes(state)) faults.push(`payment ${id} went from "${from}" to "${state}"`);
    reached.set(id, state);
    const hash = createHash('sha256')
      .update(JSON.stringify([event.previous_hash, id, at, state, detail]))
      .digest('hex');
    if (event.previous_hash !== previousHash || event.hash !== hash) faults.push(`event ${sequence} does not follow`);
    if (/0x[0-9a-f]{130}/i.test(detail)) faults.push(`event ${sequence} holds a signature`);
    previousHash = event.hash;
  }
  for (const { id, state } of rows) {
    const last = reached.get(id);
    if (last !== state && !(state === 'settled' && last === 'delivered'))
      faults.push(`payment ${id} is ${state}, its history says ${last}`);
  }
  return faults;
}
