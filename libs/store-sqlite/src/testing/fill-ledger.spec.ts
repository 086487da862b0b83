import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { openPaymentLedger } from '../payments/payment-ledger';
import { fillLedger } from './fill-ledger';

const folder = mkdtempSync(join(tmpdir(), 'fill-ledger-'));
const file = join(folder, 'payments.db');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a filled ledger opens like one that grew, and takes payments', async () => {
  const first = openPaymentLedger(file, { bootId: 'boot-1' });
  const settlement = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' } as const;
  await first.claimSettled(testIntent(), settlement, 1_790_000_000_000);
  first.close();

  fillLedger(file, 500);

  const ledger = openPaymentLedger(file, { bootId: 'boot-2' });
  expect(await ledger.counts()).toMatchObject({ settled: 500 });
  const { key } = testIntent();
  expect(await ledger.claim(testIntent({ key: { ...key, nonce: `0x${'7'.repeat(64)}` } }), 1)).toMatchObject({
    kind: 'claimed',
  });
  ledger.close();
});
