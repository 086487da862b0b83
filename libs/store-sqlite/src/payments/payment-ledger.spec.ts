import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  paymentFaultsContract,
  paymentGateContract,
  paymentLedgerContract,
  refusedPaymentsContract,
  refusedRowsContract,
  testIntent,
  type LedgerSubject,
} from '@stackcheck/payment-x402/testing';
import { firstBrokenEvent } from './payment-events';
import { openPaymentLedger, type OpenPaymentLedger } from './payment-ledger';

const folder = mkdtempSync(join(tmpdir(), 'payment-ledger-'));
const opened: OpenPaymentLedger[] = [];
let files = 0;

const currentFile = () => join(folder, `payments-${files}.db`);

function open(bootId: string): OpenPaymentLedger {
  const ledger = openPaymentLedger(currentFile(), { bootId });
  opened.push(ledger);
  return ledger;
}

const subject: LedgerSubject = {
  create() {
    files++;
    return open('boot-1');
  },
  reopen: open,
  isOfOneHost: true,
};

afterEach(() => {
  for (const ledger of opened.splice(0)) ledger.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

paymentLedgerContract('SQLite', subject);
paymentGateContract('SQLite', subject);
paymentFaultsContract('SQLite', subject);
refusedRowsContract('SQLite', subject);
refusedPaymentsContract('SQLite', subject);

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' } as const;

describe('the payment file', () => {
  const settledPayment = async () => {
    const ledger = await subject.create();
    const outcome = await ledger.claim(testIntent(), NOW_MS);
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    await ledger.settled(outcome.id, SETTLEMENT, NOW_MS);
    return new Database(currentFile());
  };

  it.each([
    ['DELETE FROM payment', 'payments are kept'],
    ["UPDATE payment SET state = 'refused'", 'a closed payment does not change'],
    ["UPDATE payment SET value = '1'", 'a closed payment does not change'],
    ["UPDATE payment SET nonce = '0x' || nonce", 'the identity of a payment is fixed'],
    ["UPDATE payment_event SET detail = 'x'", 'payment events are fixed'],
    ['DELETE FROM payment_event', 'payment events are kept'],
    ["UPDATE payment SET state = 'paid'", ''],
    ['UPDATE payment SET delivered_at = NULL, payment_response = NULL', ''],
  ])('refuses %s', async (sql, message) => {
    const database = await settledPayment();

    try {
      expect(() => database.exec(sql)).toThrow(message);
    } finally {
      database.close();
    }
  });

  it('refuses a transition that the port does not know, no matter who writes it', async () => {
    const ledger = await subject.create();
    const outcome = await ledger.claim(testIntent(), NOW_MS);
    if (outcome.kind === 'claimed') await ledger.refused(outcome.id, { code: 'x', reason: 'y' }, NOW_MS);
    const database = new Database(currentFile());

    try {
      expect(() => database.exec("UPDATE payment SET state = 'unknown', doubt = 'unconfirmed'")).toThrow(
        'illegal payment transition',
      );
    } finally {
      database.close();
    }
  });

  it('is readable by its owner alone', async () => {
    await subject.create();

    expect(statSync(currentFile()).mode & 0o777).toBe(0o600);
  });

  it('holds no signature of a closed payment anywhere, nor in its events', async () => {
    const database = await settledPayment();

    const text = JSON.stringify([
      database.prepare('SELECT * FROM payment').all(),
      database.prepare('SELECT * FROM payment_event').all(),
    ]);
    database.close();

    expect(text).not.toContain('5ec2e7');
  });

  it('keeps event times in order when the clock goes back', async () => {
    const ledger = await subject.create();
    await ledger.claim(testIntent(), NOW_MS);
    await ledger.claim(testIntent(), NOW_MS - 60_000);
    const database = new Database(currentFile());

    const times = database.prepare('SELECT at FROM payment_event ORDER BY sequence').pluck().all();
    database.close();

    expect(times).toEqual([NOW_MS, NOW_MS + 1]);
  });

  it('shows a changed history, and is not opened with one', async () => {
    const database = await settledPayment();
    expect(firstBrokenEvent(database)).toBeNull();

    database.exec("DROP TRIGGER payment_event_fixed; UPDATE payment_event SET detail = 'x' WHERE sequence = 1");

    expect(firstBrokenEvent(database)).toBe(1);
    database.close();
    expect(() => open('boot-2')).toThrow('payment event 1');
  });

  it('keeps everything over a restart', async () => {
    const ledger = await subject.create();
    const intent = testIntent();
    await ledger.claim(intent, NOW_MS);
    opened.splice(0).forEach((one) => one.close());

    expect((await open('boot-2').find(intent.key))?.state).toBe('settling');
  });
});
