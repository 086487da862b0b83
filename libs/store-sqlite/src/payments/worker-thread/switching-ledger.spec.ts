import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { PaymentIntent } from '@stackcheck/payment-x402/ledger';
import {
  ledgerContracts,
  testIntent,
  type LedgerSubject,
  type PrepaidLedgerSubject,
} from '@stackcheck/payment-x402/testing';
import { firstBrokenEvent } from '../payment-events';
import { openDatabase } from '../../open';
import { openPaymentLedger } from '../payment-ledger';
import { SwitchingLedger } from './switching-ledger';
import type { AnyLedger } from './ledger-messages';
import { AskedHere } from './testing/asked-here';

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' } as const;

const folder = mkdtempSync(join(tmpdir(), 'switching-ledger-'));
const opened: { close(): void }[] = [];
let files = 0;
const currentFile = () => join(folder, `payments-${files}.db`);

afterEach(() => {
  for (const ledger of opened.splice(0)) ledger.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Both {
  readonly ledger: SwitchingLedger;
  readonly thread: AskedHere;
}

function open(
  bootId: string,
  {
    ready = () => true,
    ...limits
  }: { ready?: () => boolean; busyFrom?: number; quietMs?: number; nowMs?: () => number } = {},
): Both {
  const thread = new AskedHere(currentFile(), bootId, ready);
  const ledger = new SwitchingLedger(openPaymentLedger(currentFile(), { bootId }), thread, {
    busyFrom: 3,
    quietMs: 0,
    ...limits,
  });
  opened.push(ledger);
  return { ledger, thread };
}

/** Every other call for which nothing is under way goes to the other side, which is asked for before and after what waits here. */
function everyOther(): () => boolean {
  let asked = 0;
  return () => ++asked % 3 !== 1;
}

const turning: LedgerSubject & PrepaidLedgerSubject = {
  create() {
    files++;
    return open('boot-1', { ready: everyOther(), busyFrom: 0 }).ledger;
  },
  reopen: (bootId) => open(bootId, { ready: everyOther(), busyFrom: 0 }).ledger,
  isOfOneHost: true,
};

ledgerContracts('a ledger that switches to a thread and back', turning);

async function claim(ledger: AnyLedger, intent: PaymentIntent): Promise<number> {
  const outcome = await ledger.claim(intent, NOW_MS);
  if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
  return outcome.id;
}

const many = (count: number) => Array.from({ length: count }, () => testIntent());

describe('a switching ledger', () => {
  beforeEach(() => files++);

  it('is written here while payments come one at a time', async () => {
    const { ledger, thread } = open('boot-1');

    for (const intent of many(5)) await ledger.settled(await claim(ledger, intent), SETTLEMENT, NOW_MS);

    expect(thread.asked).toEqual([]);
  });

  it('is written thread once several writes wait, and here again when that answered everything', async () => {
    const { ledger, thread } = open('boot-1');

    await Promise.all(many(5).map((intent) => claim(ledger, intent)));
    expect(thread.asked.map(([, method]) => method)).toEqual(['claim', 'claim']);

    await claim(ledger, testIntent());
    expect(thread.asked).toHaveLength(2);
  });

  it('stays with the thread for a while after it was busy, and as long as anything is under way there', async () => {
    let nowMs = 0;
    const { ledger, thread } = open('boot-1', { quietMs: 100, nowMs: () => nowMs });
    await Promise.all(many(5).map((intent) => claim(ledger, intent)));
    expect(thread.asked).toHaveLength(2);

    nowMs = 99;
    const first = claim(ledger, testIntent());
    nowMs = 100;
    const second = claim(ledger, testIntent());
    await Promise.all([first, second]);
    expect(thread.asked).toHaveLength(4);

    await claim(ledger, testIntent());
    expect(thread.asked).toHaveLength(4);
  });

  it('is written here as long as the other side is not ready', async () => {
    const { ledger, thread } = open('boot-1', { ready: () => false });

    const ids = await Promise.all(many(9).map((intent) => claim(ledger, intent)));

    expect(new Set(ids).size).toBe(9);
    expect(thread.asked).toEqual([]);
  });

  it('has on disk what waited here before it asks the other side', async () => {
    const { ledger, thread } = open('boot-1');
    const [first, ...others] = many(4);
    const id = await claim(ledger, first!);
    await ledger.settled(id, SETTLEMENT, NOW_MS);
    const delivered = ledger.delivered(id, NOW_MS);

    await Promise.all(others.map((intent) => claim(ledger, intent)).concat(claim(ledger, testIntent())));

    expect(thread.asked.length).toBeGreaterThan(0);
    const reader = openPaymentLedger(currentFile(), { bootId: 'reader' });
    opened.push(reader);
    expect((await reader.find(first!.key))?.deliveredAt).toBe(NOW_MS);
    await delivered;
  });

  it('has on disk what was still being compressed here before it asks the other side', async () => {
    const { ledger, thread } = open('boot-1');
    const reader = openPaymentLedger(currentFile(), { bootId: 'reader' });
    opened.push(reader);
    const onDisk: Promise<unknown>[] = [];
    const ask = thread.ledger.claim.bind(thread.ledger);
    jest.spyOn(thread.ledger, 'claim').mockImplementation((...args) => {
      onDisk.push(reader.counts());
      return ask(...args);
    });
    const large = { ...testIntent().answer, body: randomBytes(400_000) };
    const here = [testIntent({ answer: large }), ...many(2)].map((intent) => claim(ledger, intent));

    await Promise.all([...here, ...many(3).map((intent) => claim(ledger, intent))]);

    expect(onDisk).toHaveLength(3);
    expect(await onDisk[0]).toMatchObject({ settling: 3 });
  });

  it('keeps the order of what it holds while it drains', async () => {
    const { ledger } = open('boot-1');
    const [paid, ...others] = many(4);
    const id = await claim(ledger, paid!);
    await ledger.settled(id, SETTLEMENT, NOW_MS);
    const claims = others.map((intent) => claim(ledger, intent));

    const delivered = ledger.delivered(id, NOW_MS);
    expect((await ledger.find(paid!.key))?.deliveredAt).toBe(NOW_MS);

    await Promise.all([...claims, delivered]);
  });

  it('is written here again when the other side ended with nothing under way', async () => {
    let isThere = true;
    const { ledger, thread } = open('boot-1', { ready: () => isThere, quietMs: Infinity });
    await Promise.all(many(5).map((intent) => claim(ledger, intent)));
    expect(thread.asked).toHaveLength(2);

    isThere = false;
    await claim(ledger, testIntent());

    expect(thread.asked).toHaveLength(2);
    expect(thread.fault).toBeUndefined();
  });

  it.each(['here', 'thread'])('drops what waits %s when nothing may be written any more', async (side) => {
    const { ledger } = open('boot-1', { busyFrom: side === 'thread' ? 0 : 3, quietMs: Infinity });
    const intent = testIntent();
    const id = await claim(ledger, intent);
    await ledger.settled(id, SETTLEMENT, NOW_MS);
    const delivered = ledger.delivered(id, NOW_MS);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

    ledger.fail(new Error('another process met a fault'));

    await expect(delivered).rejects.toThrow('another process met a fault');
    await expect(ledger.claim(testIntent(), NOW_MS)).rejects.toThrow('another process met a fault');
    for (const each of opened.splice(0)) each.close();
    const reader = openPaymentLedger(currentFile(), { bootId: 'reader' });
    opened.push(reader);
    expect(await reader.counts()).toMatchObject({ settling: 0, settled: 1 });
    expect((await reader.find(intent.key))?.deliveredAt).toBeNull();
  });

  it('has on disk what either side was asked when it is closed', async () => {
    const { ledger } = open('boot-1', { busyFrom: 0 });
    const intent = testIntent();
    const id = await claim(ledger, intent);
    await ledger.settled(id, SETTLEMENT, NOW_MS);
    const delivered = ledger.delivered(id, NOW_MS);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

    for (const each of opened.splice(0)) each.close();

    await delivered;
    const reader = openPaymentLedger(currentFile(), { bootId: 'reader' });
    opened.push(reader);
    expect((await reader.find(intent.key))?.deliveredAt).toBe(NOW_MS);
  });

  it('writes nothing any more after a fault on the other side', async () => {
    const { ledger, thread } = open('boot-1');
    thread.fail(Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' }));

    await expect(ledger.claim(testIntent(), NOW_MS)).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    await expect(ledger.find(testIntent().key)).rejects.toThrow('disk I/O error');
  });

  it('keeps every payment, its steps in their order and its history whole, whichever side writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 8, maxLength: 64 }),
        fc.array(fc.nat(3), { minLength: 1, maxLength: 24 }),
        async (readiness, payments) => {
          files++;
          let asked = 0;
          const { ledger } = open('boot-1', { ready: () => readiness[asked++ % readiness.length]!, busyFrom: 1 });

          const ends = await Promise.all(
            payments.map(async (turns) => {
              for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
              const intent = testIntent();
              const id = await claim(ledger, intent);
              expect((await ledger.find(intent.key))?.state).toBe('settling');
              expect((await ledger.claim(intent, NOW_MS)).kind).toBe('payment_exists');
              await ledger.settled(id, SETTLEMENT, NOW_MS);
              expect((await ledger.find(intent.key))?.state).toBe('settled');
              const delivered = ledger.delivered(id, NOW_MS);
              expect((await ledger.find(intent.key))?.deliveredAt).toBe(NOW_MS);
              return { id, delivered };
            }),
          );
          expect(new Set(ends.map(({ id }) => id)).size).toBe(payments.length);
          await Promise.all(ends.map(({ delivered }) => delivered));
          expect((await ledger.counts()).settled).toBe(payments.length);
          for (const each of opened.splice(0)) each.close();
          const file = openDatabase(currentFile());
          expect(firstBrokenEvent(file)).toBeNull();
          file.close();
        },
      ),
      { numRuns: 25 },
    );
  });
});
