import { existsSync } from 'node:fs';
import { GAS_MIGRATIONS } from '../gas/schema';
import { migrate, schemaReading, type Migration, type SchemaReading } from '../migrate';
import { openDatabase } from '../open';
import { PAYMENT_MIGRATIONS } from '../payments/schema';
import { SNAPSHOT_MIGRATIONS } from '../snapshots/migrations';

/** A database file of a data folder. */
export type DatabaseName = keyof typeof STEPS;

const STEPS = {
  'payments.db': PAYMENT_MIGRATIONS,
  'snapshots.db': SNAPSHOT_MIGRATIONS,
  'gas.db': GAS_MIGRATIONS,
} as const satisfies Readonly<Record<string, readonly Migration[]>>;

/** All that there may be, what must not be lost first. */
export const DATABASE_NAMES = Object.keys(STEPS) as readonly DatabaseName[];

/**
 * How far the schema of a file has come; changes nothing. Undefined where there is no such file.
 * @throws DatabaseOpenError where it is no database
 */
export function readSchema(name: DatabaseName, file: string): SchemaReading | undefined {
  if (!existsSync(file)) return undefined;
  const database = openDatabase(file, { readOnly: true });
  try {
    return schemaReading(database, STEPS[name]);
  } finally {
    database.close();
  }
}

/**
 * Brings a file to the schema of this program, in one transaction.
 * @throws SchemaError where the file is newer, DatabaseOpenError where it is damaged
 */
export function upgradeDatabase(name: DatabaseName, file: string): void {
  const database = openDatabase(file);
  try {
    migrate(database, STEPS[name]);
  } finally {
    database.close();
  }
}

/**
 * Until when a process holds the ledger for taking payments; epoch milliseconds, null where none ever did. Changes nothing, not even the
 * schema of an earlier program.
 */
export function ledgerHeldUntil(file: string): number | null {
  const database = openDatabase(file, { readOnly: true });
  try {
    const hasLeases = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'host_lease'").get() !== undefined;
    return hasLeases
      ? (database.prepare('SELECT max(expires_at) FROM host_lease').pluck().get() as number | null)
      : null;
  } finally {
    database.close();
  }
}
