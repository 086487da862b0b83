import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { TERMS } from '../model/terms';
import { stepFaults, type CheckedRow, type CheckedStep, type LedgerRows } from './ledger-rows';

interface EventRow extends CheckedStep {
  readonly sequence: number;
  readonly at: number;
  readonly previous_hash: string;
  readonly hash: string;
}

const READ =
  'SELECT id, payer, payload, identifier, request_hash, value, pay_to, valid_before, boot_id, state, evidence, payment_response, refusal_code FROM payment';

const SQL = {
  byKey: `${READ} WHERE network = ? AND asset = ? AND payer = ? AND nonce = ?`,
  byNonce: `${READ} WHERE nonce = ?`,
  byId: `${READ} WHERE id = ?`,
  open: "SELECT 1 FROM payment WHERE state IN ('settling', 'unknown') LIMIT 1",
  refused: "SELECT 1 FROM payment WHERE state = 'refused' LIMIT 1",
  watched: "SELECT 1 FROM payment WHERE state IN ('settling', 'unknown', 'refused') LIMIT 1",
  all: `${READ} ORDER BY id`,
  losses: "SELECT payment_id AS id, count(*) AS times FROM payment_event WHERE state = 'lost' GROUP BY payment_id",
  events: 'SELECT * FROM payment_event ORDER BY sequence',
} as const;

const known = new WeakMap<Database.Database, LedgerRows>();

/** The rows of the SQLite ledger that a connection leads to. */
export function sqliteRows(connection: Database.Database): LedgerRows {
  let rows = known.get(connection);
  if (!rows) known.set(connection, (rows = rowsOf(connection)));
  return rows;
}

function rowsOf(connection: Database.Database): LedgerRows {
  const prepared = new Map<keyof typeof SQL, Database.Statement>();
  // Statements are made when first used: most boots see few of them.
  const statement = (name: keyof typeof SQL): Database.Statement => {
    let made = prepared.get(name);
    if (!made) prepared.set(name, (made = connection.prepare(SQL[name])));
    return made;
  };
  const asset = TERMS.asset.toLowerCase();
  return {
    byKey: (payer, nonce) => statement('byKey').get(TERMS.network, asset, payer, nonce) as CheckedRow | undefined,
    byNonce: (nonce) => statement('byNonce').get(nonce) as CheckedRow | undefined,
    byId: (id) => statement('byId').get(id) as CheckedRow | undefined,
    has: (what) => statement(what).get() !== undefined,
    all: () => statement('all').all() as CheckedRow[],
    losses() {
      const rows = statement('losses').all() as { readonly id: number; readonly times: number }[];
      return new Map(rows.map(({ id, times }) => [id, times]));
    },
    historyFaults(rows) {
      const events = statement('events').all() as EventRow[];
      return [...stepFaults(events, rows), ...chainFaults(events)];
    },
  };
}

function chainFaults(events: readonly EventRow[]): readonly string[] {
  const faults: string[] = [];
  let previousHash = '0'.repeat(64);
  for (const { sequence, payment_id: id, at, state, detail, previous_hash, hash } of events) {
    const expected = createHash('sha256')
      .update(JSON.stringify([previous_hash, id, at, state, detail]))
      .digest('hex');
    if (previous_hash !== previousHash || hash !== expected) faults.push(`event ${sequence} does not follow`);
    previousHash = hash;
  }
  return faults;
}
