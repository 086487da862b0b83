import { createHash } from 'node:crypto';
import type { Connection } from './open';

/** One step of a schema. Steps are numbered by their place in the list; a released step is never edited. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The database's schema is not one this version of the program may use. */
export class SchemaError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaError';
  }
}

/** How far a database's schema has come, compared with the list of steps. */
export type SchemaState = 'absent' | 'behind' | 'current';

interface AppliedRow {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

/**
 * Brings the schema up to the last step, all in one transaction that no other process can interleave with.
 * @throws SchemaError when the database is newer than the list, or a step in it was changed afterwards
 */
export function migrate(database: Connection, migrations: readonly Migration[]): void {
  database
    .transaction(() => {
      database.exec(
        'CREATE TABLE IF NOT EXISTS schema_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT',
      );
      const applied = appliedSteps(database);
      requireSameHistory(applied, migrations);
      const record = database.prepare('INSERT INTO schema_migration (number, name, sha256) VALUES (?, ?, ?)');
      migrations.forEach((migration, index) => {
        if (index < applied.length) return;
        database.exec(migration.sql);
        record.run(index + 1, migration.name, checksum(migration));
      });
    })
    .immediate();
}

/**
 * Reads how far the schema has come, without writing.
 * @throws SchemaError as `migrate` does
 */
export function schemaState(database: Connection, migrations: readonly Migration[]): SchemaState {
  const table = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'")
    .get();
  if (table === undefined) return 'absent';
  const applied = appliedSteps(database);
  requireSameHistory(applied, migrations);
  return applied.length < migrations.length ? 'behind' : 'current';
}

/** How far a database's schema has come, with the names of the steps; or why this program cannot use it. */
export type SchemaReading =
  | { readonly kind: 'current' | 'behind'; readonly applied: readonly string[]; readonly missing: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** The same as `schemaState` in words, for a person. Changes nothing. */
export function schemaReading(database: Connection, migrations: readonly Migration[]): SchemaReading {
  try {
    const state = schemaState(database, migrations);
    const applied = state === 'absent' ? 0 : appliedSteps(database).length;
    const names = migrations.map(({ name }) => name);
    const kind = state === 'current' ? 'current' : 'behind';
    return { kind, applied: names.slice(0, applied), missing: names.slice(applied) };
  } catch (error) {
    if (error instanceof SchemaError) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

function appliedSteps(database: Connection): readonly AppliedRow[] {
  return database.prepare('SELECT number, name, sha256 FROM schema_migration ORDER BY number').all() as AppliedRow[];
}

function requireSameHistory(applied: readonly AppliedRow[], migrations: readonly Migration[]): void {
  if (applied.length > migrations.length) {
    throw new SchemaError(
      `the database has schema ${applied.length}, this program knows ${migrations.length}: run the newer program`,
    );
  }
  applied.forEach((row, index) => {
    const migration = migrations[index]!;
    if (row.number !== index + 1 || row.sha256 !== checksum(migration)) {
      throw new SchemaError(`schema step ${row.number} "${row.name}" is not the one this program knows`);
    }
  });
}

function checksum(migration: Migration): string {
  return createHash('sha256').update(`${migration.name}\n${migration.sql}`).digest('hex');
}
