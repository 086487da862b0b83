import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { GAS_MIGRATIONS } from '../gas/schema';
import { migrate, SchemaError, type Migration } from '../migrate';
import { openDatabase } from '../open';
import { openPaymentReader } from '../payments';
import { eventAppender } from '../payments/payment-events';
import { openPaymentLedger } from '../payments/payment-ledger';
import { toClaimColumns } from '../payments/payment-row';
import { PAYMENT_MIGRATIONS } from '../payments/schema';
import { openSnapshotReader, openSnapshotStore } from '../snapshots';
import { SNAPSHOT_MIGRATIONS } from '../snapshots/migrations';
import { ledgerHeldUntil, readSchema, upgradeDatabase } from './databases';

const NOW_MS = 1_790_000_000_000;
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'released-schemas-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string): string => join(folder, name);

/** The file as a program left it that knew so many steps; with an open payment where it is a ledger. */
async function leftBy(name: string, migrations: readonly Migration[], steps: number): Promise<string> {
  const database = openDatabase(file(name));
  migrate(database, migrations.slice(0, steps));
  if (migrations === PAYMENT_MIGRATIONS) {
    const columns: Record<string, unknown> = { ...(await toClaimColumns(testIntent(), 'boot-0', NOW_MS)) };
    const known = database.prepare("SELECT name FROM pragma_table_info('payment')").pluck().all() as string[];
    const names = Object.keys(columns).filter((column) => known.includes(column));
    const values = names.map((column) => `@${column}`).join(', ');
    const { lastInsertRowid } = database
      .prepare(`INSERT INTO payment (state, ${names.join(', ')}) VALUES ('settling', ${values})`)
      .run(columns);
    eventAppender(database)({
      paymentId: Number(lastInsertRowid),
      atMs: NOW_MS,
      state: 'settling',
      detail: 'service_eol_product',
    });
  }
  database.close();
  return file(name);
}

const versions = (migrations: readonly Migration[]) => migrations.map((_step, index) => index + 1);
/** What an older program says of the file. */
const askedBy = (steps: readonly Migration[], path: string) => {
  const database = openDatabase(path);
  try {
    return () => migrate(database, steps);
  } finally {
    setImmediate(() => database.close());
  }
};

describe('a ledger of every version', () => {
  it.each(versions(PAYMENT_MIGRATIONS))(
    'that knew %i steps opens, keeps its payments, and is closed to older programs',
    async (steps) => {
      const path = await leftBy('payments.db', PAYMENT_MIGRATIONS, steps);
      const missing = PAYMENT_MIGRATIONS.slice(steps).map(({ name }) => name);
      expect(readSchema('payments.db', path)).toMatchObject({
        kind: missing.length === 0 ? 'current' : 'behind',
        missing,
      });
      expect(ledgerHeldUntil(path)).toBeNull();

      upgradeDatabase('payments.db', path);

      expect(readSchema('payments.db', path)).toMatchObject({ kind: 'current', missing: [] });
      const reader = await openPaymentReader(path);
      expect(await reader.faults()).toEqual([]);
      const kept: string[] = [];
      for await (const { state } of reader.all()) kept.push(state);
      expect(kept).toEqual(['settling']);
      await reader.close();
      const ledger = openPaymentLedger(path, { bootId: 'boot-1' });
      expect((await ledger.claim(testIntent(), NOW_MS)).kind).toBe('claimed');
      ledger.close();
      for (const known of versions(PAYMENT_MIGRATIONS).slice(0, -1))
        expect(askedBy(PAYMENT_MIGRATIONS.slice(0, known), path)).toThrow(
          `the database has schema ${PAYMENT_MIGRATIONS.length}, this program knows ${known}: run the newer program`,
        );
    },
  );
});

describe('snapshots of every version', () => {
  it.each(versions(SNAPSHOT_MIGRATIONS))('that knew %i steps open', async (steps) => {
    const path = await leftBy('snapshots.db', SNAPSHOT_MIGRATIONS, steps);

    upgradeDatabase('snapshots.db', path);

    openSnapshotStore(path).close();
    const reader = openSnapshotReader(path);
    expect(reader.state('eol').currentSnapshotId).toBeNull();
    reader.close();
    expect(askedBy(SNAPSHOT_MIGRATIONS.slice(0, -1), path)).toThrow(SchemaError);
  });
});

it('a file that a newer program wrote is named as such, and left alone', async () => {
  const newer = [...PAYMENT_MIGRATIONS, { name: '9999_later', sql: 'SELECT 1' }];
  const path = await leftBy('payments.db', newer, newer.length);

  expect(readSchema('payments.db', path)).toEqual({
    kind: 'refused',
    reason: expect.stringContaining('run the newer program') as string,
  });
  expect(() => upgradeDatabase('payments.db', path)).toThrow(SchemaError);
});

it('no released step was edited since', () => {
  const recorded = [PAYMENT_MIGRATIONS, SNAPSHOT_MIGRATIONS, GAS_MIGRATIONS].map((migrations) =>
    migrations.map(
      ({ name, sql }) => `${name} ${createHash('sha256').update(`${name}\n${sql}`).digest('hex').slice(0, 16)}`,
    ),
  );

  expect(recorded).toEqual([
    [
      '0001_payments fc6c366c8fd82fb4',
      '0002_host_lease f787a8138b2aa3ac',
      '0002_lightning 5aa00fcaaea1cbaf',
      '0003_verified_by b85db6d6b6a763dc',
      '0004_watched da3793b3c580aee3',
      '0005_released 9c0826cbd1b05694',
      '0006_event_hash 33be439d529bba91',
      '0007_signature_hash 5390680f93df9d6e',
      '0008_lost efbfea2d4527f71f',
    ],
    ['snapshots 7537ca89bf4f2d4f', 'deltas 8cf0a7dbda8a92a5', 'followed 974a7fdfdf866e79'],
    ['transactions 75b59dcbcf896a04', 'vanished f6ac435834c428ea'],
  ]);
});
