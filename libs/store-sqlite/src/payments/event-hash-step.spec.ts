import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { migrate } from '../migrate';
import { openDatabase } from '../open';
import { firstBrokenEvent } from './payment-events';
import { openPaymentLedger } from './payment-ledger';
import { PAYMENT_MIGRATIONS } from './schema';

const NOW_MS = 1_790_000_000_000;
const STEP = PAYMENT_MIGRATIONS.findIndex(({ name }) => name === '0006_event_hash');

let folder: string;
const file = () => join(folder, 'payments.db');

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'event-hash-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('takes the index from the hashes of a history, and leaves every event, the chain and its guards', async () => {
  const ledger = openPaymentLedger(file(), { bootId: 'boot-1', deliveryWaitMs: 0 });
  for (let i = 0; i < 5; i++) {
    const claimed = await ledger.claim(testIntent(), NOW_MS);
    if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
    await ledger.settled(claimed.id, { transaction: '', evidence: 'chain', paymentResponse: 'eyJ9' }, NOW_MS);
    await ledger.delivered(claimed.id, NOW_MS);
  }
  ledger.close();
  // The events of a ledger of today, in a file as the step before left it.
  const database = openDatabase(join(folder, 'before.db'));
  migrate(database, PAYMENT_MIGRATIONS.slice(0, STEP));
  const columns = database
    .prepare("SELECT group_concat(name) FROM pragma_table_info('payment')")
    .pluck()
    .get() as string;
  database.exec(`ATTACH '${file()}' AS now; INSERT INTO payment SELECT ${columns} FROM now.payment;
    INSERT INTO payment_event SELECT * FROM now.payment_event ORDER BY sequence; DETACH now`);
  const events = () => database.prepare('SELECT * FROM payment_event ORDER BY sequence').all();
  const indexes = () => database.prepare("SELECT name FROM pragma_index_list('payment_event')").all();
  const before = events();
  expect([before.length, indexes().length]).toEqual([15, 1]);

  migrate(database, PAYMENT_MIGRATIONS);

  expect([events(), indexes()]).toEqual([before, [{ name: 'payment_event_lost' }]]);
  expect(firstBrokenEvent(database)).toBeNull();
  expect(database.pragma('foreign_key_check')).toEqual([]);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(() => database.exec("UPDATE payment_event SET detail = 'x'")).toThrow('payment events are fixed');
  expect(() => database.exec('DELETE FROM payment_event')).toThrow('payment events are kept');
  database.close();
});

it('shows an event that was put in twice as a broken chain', async () => {
  const ledger = openPaymentLedger(file(), { bootId: 'boot-1' });
  for (let i = 0; i < 3; i++) await ledger.claim(testIntent(), NOW_MS);
  ledger.close();
  const database = openDatabase(file());
  database.exec(`INSERT INTO payment_event (payment_id, at, state, detail, previous_hash, hash)
    SELECT payment_id, at, state, detail, previous_hash, hash FROM payment_event WHERE sequence = 3`);

  expect(firstBrokenEvent(database)).toBe(4);
  database.close();
});
