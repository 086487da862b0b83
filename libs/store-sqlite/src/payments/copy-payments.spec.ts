import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { DatabaseOpenError, openDatabase } from '../open';
import { fillLedger } from '../testing/fill-ledger';
import { copyPayments } from './copy-payments';
import { openPaymentLedger } from './payment-ledger';
import { openSandboxNonces } from './sandbox-nonces';

/** A copy that waits for a pause of them would not end before. */
const WRITES_MAX = 2_000;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stackcheck-copy-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('what is not there is not copied, and not made', async () => {
  await expect(copyPayments(join(folder, 'payments.db'), join(folder, 'copy.db'))).rejects.toThrow(DatabaseOpenError);

  expect(readdirSync(folder)).toEqual([]);
});

it('a ledger that is written all the time is copied as of one moment', async () => {
  const [path, copy] = [join(folder, 'payments.db'), join(folder, 'copy.db')];
  const ledger = openPaymentLedger(path, { bootId: 'boot-1' });
  await ledger.claimSettled(testIntent(), { transaction: '0x1', evidence: 'facilitator', paymentResponse: 'e30=' }, 1);
  ledger.close();
  fillLedger(path, 2_000);
  const nonces = openSandboxNonces(path);
  const key = { network: 'n', asset: 'a', payer: 'p' };
  let written = 0;
  let isDone = false;

  const copying = copyPayments(path, copy).finally(() => (isDone = true));
  // Each of these makes SQLite begin a copy of several steps again.
  for (; !isDone && written < WRITES_MAX; written++) {
    await nonces.spend({ ...key, nonce: String(written) }, String(written), written);
    await setImmediate();
  }
  await copying;
  nonces.close();

  expect(written).toBeLessThan(WRITES_MAX);
  expect(existsSync(copy)).toBe(true);
  const database = openDatabase(copy, { readOnly: true });
  expect(database.prepare('SELECT count(*) AS payments FROM payment').get()).toEqual({ payments: 2_000 });
  database.close();
});
