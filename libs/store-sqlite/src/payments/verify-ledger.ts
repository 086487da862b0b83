import Database from 'better-sqlite3';
import { mayFollow, reached, responseMismatch } from '@stackcheck/payment-x402/store';
import { migrate } from '../migrate';
import type { Connection } from '../open';
import { firstBrokenEvent } from './payment-events';
import type { PaymentRow } from './payment-row';
import { PAYMENT_MIGRATIONS } from './schema';

/** Enough to see what is wrong; a file damaged all over has millions. */
const FAULTS_MAX = 100;

/**
 * Every fault of a ledger: of the file, its schema, the chain of its events, and rows that are not what their events say.
 * Cutting off the newest events together with the rows they are about leaves no trace here; only the chain knows then.
 */
export function ledgerFaults(database: Connection): readonly string[] {
  try {
    // In one transaction, so that what the API writes meanwhile is no fault.
    return database.transaction(() => findFaults(database))();
  } catch (error) {
    if (isCorrupt(error)) return ['the file is damaged'];
    throw error;
  }
}

/** Whether SQLite met pages that are not as it wrote them. */
export function isCorrupt(error: unknown): boolean {
  return String((error as { readonly code?: unknown } | null)?.code).startsWith('SQLITE_CORRUPT');
}

function findFaults(database: Connection): readonly string[] {
  const faults = [...fileFaults(database), ...schemaFaults(database)];
  // What the pages hold cannot be relied on, and reading on might fail anywhere.
  if (faults.length > 0) return faults.slice(0, FAULTS_MAX);
  const broken = firstBrokenEvent(database);
  if (broken !== null) faults.push(`event ${broken} does not follow from the one before`);
  return [...faults, ...historyFaults(database)].slice(0, FAULTS_MAX);
}

function fileFaults(database: Connection): string[] {
  const lines = database.pragma('integrity_check') as readonly { readonly integrity_check: string }[];
  const faults = lines.map((line) => line.integrity_check).filter((text) => text !== 'ok');
  const orphans = database.pragma('foreign_key_check') as readonly { readonly rowid: number }[];
  return [...faults, ...orphans.map(({ rowid }) => `event ${rowid} is about no payment`)];
}

/** What Litestream puts into each database that it copies (benbjohnson/litestream, db.go); it holds counters of its own. */
const OF_LITESTREAM: ReadonlySet<string> = new Set(['table _litestream_seq', 'table _litestream_lock']);

/** The triggers are what keeps rows and events unchanged, so a ledger without one of them proves little. */
function schemaFaults(database: Connection): string[] {
  const fresh = new Database(':memory:');
  migrate(fresh, PAYMENT_MIGRATIONS);
  const [expected, found] = [objectsOf(fresh), objectsOf(database)];
  fresh.close();
  return [
    ...[...expected].filter(([name]) => !found.has(name)).map(([name]) => `the ${name} is missing`),
    ...[...found]
      .filter(([name, sql]) => expected.get(name) !== sql && !OF_LITESTREAM.has(name))
      .map(([name]) => `the ${name} is not ours`),
  ];
}

function objectsOf(database: Connection): ReadonlyMap<string, string> {
  const rows = database.prepare("SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL").raw().all();
  return new Map(rows as [string, string][]);
}

function historyFaults(database: Connection): string[] {
  const faults: string[] = [];
  const states = new Map<number, string>();
  const events = database.prepare('SELECT sequence, payment_id, state FROM payment_event ORDER BY sequence').raw();
  for (const [sequence, id, state] of events.iterate() as IterableIterator<[number, number, string]>) {
    const before = states.get(id) ?? '';
    if (!mayFollow(before, state))
      faults.push(`event ${sequence}: payment ${id} cannot become ${state} after ${before || 'nothing'}`);
    states.set(id, reached(before, state));
  }
  for (const row of database.prepare('SELECT * FROM payment ORDER BY id').iterate() as IterableIterator<PaymentRow>) {
    const said = row.delivered_at === null ? row.state : 'delivered';
    const reported = states.get(row.id) ?? 'never begun';
    if (said !== reported) faults.push(`payment ${row.id} is ${said}, its events say ${reported}`);
    const mismatch = responseMismatch(row);
    if (mismatch) faults.push(`payment ${row.id}: its PAYMENT-RESPONSE names another ${mismatch}`);
  }
  return faults;
}
