import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { SCHEMA_STEPS, type SchemaStep } from './schema';

/** The database's schema is not one this version of the program may use. */
export class LedgerSchemaError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LedgerSchemaError';
  }
}

/** What may be wrong with a ledger that is to be brought up to date, by SQLSTATE. */
const FAULTS: Readonly<Record<string, string>> = {
  '42501':
    'the role of LEDGER_URL has no rights to the ledger: start an instance as the owner of its tables once, then SELECT grant_ledger_to the role',
  '55P03':
    'the ledger is to be brought up to date, and somebody holds its tables, such as a backup or `payments ledger verify`: start again when that has ended',
};

/** Who waits for a table makes all others wait behind it, beats of nodes that sell among them. */
const LOCK_TIMEOUT = '2s';

interface AppliedStep {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

/** Any number; the same for all programs that bring a ledger up to date, in any database of a server. */
export const SCHEMA_LOCK = 8_402_015;

/**
 * Brings the schema up to the last step, all in one transaction that waits for every other program that does the same. Writes
 * nothing where it is up to date already, so that a role without rights to change it may call this, too.
 * @throws LedgerSchemaError when the database is newer than the list, a step in it was changed afterwards, the role may not do what is to be done, or
 *   another program holds the tables
 */
export async function migrate(client: ClientBase, steps: readonly SchemaStep[] = SCHEMA_STEPS): Promise<void> {
  try {
    await bringUpToDate(client, steps);
  } catch (error) {
    const fault = FAULTS[String((error as { readonly code?: unknown }).code)];
    throw fault === undefined ? error : new LedgerSchemaError(fault, { cause: error });
  }
}

async function bringUpToDate(client: ClientBase, steps: readonly SchemaStep[]): Promise<void> {
  if ((await stepsLeft(client, steps)) === 0) return;
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (number integer PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL)',
    );
    const left = await stepsLeft(client, steps);
    for (const [index, step] of steps.entries()) {
      if (index < steps.length - left) continue;
      await client.query(step.sql);
      await client.query('INSERT INTO schema_migration VALUES ($1, $2, $3)', [index + 1, step.name, checksum(step)]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * How many steps of the list the database has still to make.
 * @throws LedgerSchemaError as `migrate` does
 */
export async function stepsLeft(client: ClientBase, steps: readonly SchemaStep[] = SCHEMA_STEPS): Promise<number> {
  const { rows: found } = await client.query<{ name: string | null }>("SELECT to_regclass('schema_migration') AS name");
  if (found[0]!.name === null) return steps.length;
  const { rows: applied } = await client.query<AppliedStep>('SELECT * FROM schema_migration ORDER BY number');
  if (applied.length > steps.length)
    throw new LedgerSchemaError(
      `the ledger has schema ${applied.length}, this program knows ${steps.length}: run the newer program`,
    );
  for (const [index, { number, name, sha256 }] of applied.entries())
    if (number !== index + 1 || sha256 !== checksum(steps[index]!))
      throw new LedgerSchemaError(`schema step ${number} "${name}" of the ledger is not the one this program knows`);
  return steps.length - applied.length;
}

function checksum({ name, sql }: SchemaStep): string {
  return createHash('sha256').update(`${name}\n${sql}`).digest('hex');
}
