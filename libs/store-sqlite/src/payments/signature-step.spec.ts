import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { migrate } from '../migrate';
import { openDatabase } from '../open';
import { eventAppender, firstBrokenEvent } from './payment-events';
import { openPaymentLedger } from './payment-ledger';
import { toClaimColumns } from './payment-row';
import { PAYMENT_MIGRATIONS } from './schema';

const NOW_MS = 1_790_000_000_000;
const folder = mkdtempSync(join(tmpdir(), 'signature-step-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a ledger of before it keeps its payments, whose signatures nobody knows any more', async () => {
  const file = join(folder, 'payments.db');
  const database = openDatabase(file);
  const before = PAYMENT_MIGRATIONS.findIndex(({ name }) => name === '0007_signature_hash');
  migrate(database, PAYMENT_MIGRATIONS.slice(0, before));
  const intents = [testIntent(), testIntent()];
  const append = eventAppender(database);
  for (const intent of intents) {
    const { signature_hash: _unknown, ...columns } = await toClaimColumns(intent, 'boot-0', NOW_MS);
    const names = Object.keys(columns);
    const { lastInsertRowid } = database
      .prepare(
        `INSERT INTO payment (state, ${names.join(', ')}) VALUES ('settling', ${names.map((name) => `@${name}`).join(', ')})`,
      )
      .run(columns);
    append({ paymentId: Number(lastInsertRowid), atMs: NOW_MS, state: 'settling', detail: intent.routeId });
  }
  database.close();

  const ledger = openPaymentLedger(file, { bootId: 'boot-1' });
  const [first] = intents;
  const old = await ledger.find(first!.key);
  await ledger.settled(old!.id, { transaction: '0xab', evidence: 'chain', paymentResponse: 'eyJ9' }, NOW_MS);
  const fresh = testIntent({ signatureHash: 'ab'.repeat(32) });
  await ledger.claim(fresh, NOW_MS);
  const kept = await ledger.find(fresh.key);
  await ledger.settled(kept!.id, { transaction: '0xcd', evidence: 'chain', paymentResponse: 'eyJ9' }, NOW_MS);

  expect(old).toMatchObject({ state: 'settling', signatureHash: null, requestHash: first!.requestHash });
  expect((await ledger.find(fresh.key))?.signatureHash).toBe('ab'.repeat(32));
  ledger.close();
  const after = openDatabase(file);
  expect(firstBrokenEvent(after)).toBeNull();
  expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
  after.close();
});
