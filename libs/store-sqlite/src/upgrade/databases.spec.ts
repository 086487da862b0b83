import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GAS_MIGRATIONS } from '../gas/schema';
import { migrate, type Migration } from '../migrate';
import { DatabaseOpenError, openDatabase } from '../open';
import { PAYMENT_MIGRATIONS } from '../payments/schema';
import { SNAPSHOT_MIGRATIONS } from '../snapshots/migrations';
import { newerDatabase, olderLedger } from '../testing';
import { DATABASE_NAMES, ledgerHeldUntil, readSchema, upgradeDatabase } from './databases';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'databases-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string): string => join(folder, name);

/** A file as a program left it that knew so many steps. */
function leftBy(name: string, migrations: readonly Migration[]): string {
  const database = openDatabase(file(name));
  migrate(database, migrations);
  database.close();
  return file(name);
}

it('the files of a data folder are named, what must not be lost first', () => {
  expect(DATABASE_NAMES).toEqual(['payments.db', 'snapshots.db', 'gas.db']);
});

describe.each([
  ['payments.db', PAYMENT_MIGRATIONS],
  ['snapshots.db', SNAPSHOT_MIGRATIONS],
  ['gas.db', GAS_MIGRATIONS],
] as const)('the schema of %s', (name, migrations) => {
  const names = migrations.map((step) => step.name);

  it('is that of no file where there is none, and none is made', () => {
    expect(readSchema(name, file(name))).toBeUndefined();
    expect(existsSync(file(name))).toBe(false);
  });

  it.each(migrations.map((_step, at) => at))('is read and upgraded after %i steps', (steps) => {
    const path = leftBy(name, migrations.slice(0, steps));

    expect(readSchema(name, path)).toEqual({
      kind: 'behind',
      applied: names.slice(0, steps),
      missing: names.slice(steps),
    });
    upgradeDatabase(name, path);

    expect(readSchema(name, path)).toEqual({ kind: 'current', applied: names, missing: [] });
  });

  it('is missing as a whole in a file that has none', () => {
    openDatabase(file(name)).close();

    expect(readSchema(name, file(name))).toEqual({ kind: 'behind', applied: [], missing: names });
  });

  it.each([
    ['a step was edited', "UPDATE schema_migration SET sha256 = 'x' WHERE number = 1", names[0]],
    ['a step is missing in between', 'UPDATE schema_migration SET number = number + 1 WHERE number = 1', names[0]],
  ])('is refused where %s', (what, sql, step) => {
    const path = leftBy(name, migrations.slice(0, 1));
    const database = openDatabase(path);
    database.exec(sql);
    database.close();
    const number = what === 'a step was edited' ? 1 : 2;

    expect(readSchema(name, path)).toEqual({
      kind: 'refused',
      reason: `schema step ${number} "${step}" is not the one this program knows`,
    });
  });

  it('of what is no database is a fault', () => {
    writeFileSync(file(name), 'these are not the bytes of a database '.repeat(100));

    expect(() => readSchema(name, file(name))).toThrow(DatabaseOpenError);
  });
});

describe('until when a process holds the ledger', () => {
  it('is not known of one that is from before there were leases, and needs a file', () => {
    expect(ledgerHeldUntil(leftBy('payments.db', PAYMENT_MIGRATIONS.slice(0, 1)))).toBeNull();
    expect(() => ledgerHeldUntil(file('absent.db'))).toThrow(DatabaseOpenError);
  });

  it.each([undefined, 1_790_000_000_000])('is the end of the lease: %j', (heldUntilMs) => {
    olderLedger(file('payments.db'), heldUntilMs);

    expect(ledgerHeldUntil(file('payments.db'))).toBe(heldUntilMs ?? null);
    expect(readSchema('payments.db', file('payments.db'))).toMatchObject({
      kind: 'behind',
      missing: [PAYMENT_MIGRATIONS.at(-1)?.name],
    });
  });

  it('is that of the last of several, also in a file of a newer program', () => {
    newerDatabase(file('payments.db'));
    const database = openDatabase(file('payments.db'));
    const insert = database.prepare('INSERT INTO host_lease (process_id, host_id, expires_at) VALUES (?, ?, ?)');
    for (const at of [5, 9, 7]) insert.run(`p${at}`, `h${at}`, at);
    database.close();

    expect(ledgerHeldUntil(file('payments.db'))).toBe(9);
  });
});
