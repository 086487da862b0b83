import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import threading from 'node:worker_threads';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { SOURCE_THREAD } from '../../testing/source-threads';
import { openDatabase } from '../../open';
import { openPaymentLedger } from '../payment-ledger';
import { SwitchingLedger } from './switching-ledger';
import { LedgerThread } from './ledger-thread';

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'eyJ9' } as const;

const folder = mkdtempSync(join(tmpdir(), 'ledger-thread-'));
const opened: { close(): void }[] = [];
let files = 0;
const currentFile = () => join(folder, `payments-${files}.db`);

afterEach(() => {
  for (const ledger of opened.splice(0)) ledger.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(bootId: string): Promise<LedgerThread> {
  const thread = new LedgerThread(currentFile(), { bootId }, SOURCE_THREAD);
  opened.push(thread);
  while (!thread.isReady()) await new Promise((resolve) => setTimeout(resolve, 2));
  return thread;
}

describe('a ledger in a thread', () => {
  beforeEach(() => files++);

  it('has on disk what it was asked when it is closed, also what nobody waited for', async () => {
    const thread = await start('boot-1');
    const intent = testIntent();
    const outcome = await thread.ledger.claim(intent, NOW_MS);
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    await thread.ledger.settled(outcome.id, SETTLEMENT, NOW_MS);
    const delivered = thread.ledger.delivered(outcome.id, NOW_MS);
    await new Promise((resolve) => setImmediate(resolve));

    thread.close();

    const reader = openPaymentLedger(currentFile(), { bootId: 'reader' });
    opened.push(reader);
    expect((await reader.find(intent.key))?.deliveredAt).toBe(NOW_MS);
    await delivered;
  });

  it('writes nothing of what waits when it is closed after a fault, and ends', async () => {
    const { Worker } = threading;
    const started: threading.Worker[] = [];
    const constructor = jest.spyOn(threading, 'Worker').mockImplementation((...args) => {
      started.push(new Worker(...args));
      return started[0]!;
    });
    const thread = await start('boot-1');
    constructor.mockRestore();
    const intent = testIntent();
    const outcome = await thread.ledger.claim(intent, NOW_MS);
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    await thread.ledger.settled(outcome.id, SETTLEMENT, NOW_MS);
    const delivered = expect(thread.ledger.delivered(outcome.id, NOW_MS)).rejects.toThrow('the disk failed elsewhere');
    await thread.ledger.counts();

    const ended = new Promise((resolve) => started[0]!.once('exit', resolve));
    thread.fail(new Error('the disk failed elsewhere'));
    thread.close();
    // A thread that stays would keep the process from ending.
    await ended;

    await delivered;
    // Longer than a delivery waits for company.
    await new Promise((resolve) => setTimeout(resolve, 150));
    const reader = openPaymentLedger(currentFile(), { bootId: 'reader' });
    opened.push(reader);
    expect((await reader.find(intent.key))?.deliveredAt).toBeNull();
  });

  it('has not failed when it is asked after it was closed', async () => {
    const thread = await start('boot-1');
    thread.close();

    await expect(thread.ledger.counts()).rejects.toThrow('the payment ledger is closed');
    expect(thread.underWay).toBe(0);
    expect(thread.fault).toBeUndefined();
  });

  it('has nothing under way of what cannot be sent', async () => {
    const thread = await start('boot-1');
    const payload = { payload: () => 'no message' } as unknown as ReturnType<typeof testIntent>['payload'];

    await expect(thread.ledger.claim(testIntent({ payload }), NOW_MS)).rejects.toThrow('could not be cloned');

    expect(thread.underWay).toBe(0);
    expect(await thread.ledger.counts()).toMatchObject({ settling: 0 });
  });

  it('informs both sides that the file is damaged when it finds that on opening it', async () => {
    const ledger = openPaymentLedger(currentFile(), { bootId: 'boot-1' });
    opened.push(ledger);
    await ledger.claim(testIntent(), NOW_MS);
    const other = openDatabase(currentFile());
    const triggers = other.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
    for (const name of triggers) other.exec(`DROP TRIGGER ${String(name)}`);
    other.exec("UPDATE payment_event SET detail = 'something else'");
    other.close();
    const faults: unknown[] = [];
    const thread = new LedgerThread(
      currentFile(),
      { bootId: 'boot-1', onFault: (fault) => faults.push(fault) },
      SOURCE_THREAD,
    );
    opened.push(thread);

    thread.isReady();
    while (faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));

    expect(faults).toMatchObject([{ code: 'SQLITE_CORRUPT' }]);
    expect(thread.fault).toBe(faults[0]);
  });

  it('receives the code of what failed', async () => {
    const { ledger } = await start('boot-1');

    await expect(ledger.settled(4711, SETTLEMENT, NOW_MS)).rejects.toThrow('there is no payment 4711');
    await expect(ledger.claim(testIntent({ price: -1n }), NOW_MS)).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT_CHECK',
    });
  });

  it('has failed for good when it ends with a write under way', async () => {
    const { Worker } = threading;
    const started: threading.Worker[] = [];
    const constructor = jest.spyOn(threading, 'Worker').mockImplementation((...args) => {
      started.push(new Worker(...args));
      return started[0]!;
    });
    const thread = await start('boot-1');
    constructor.mockRestore();

    const outcome = thread.ledger.claim(testIntent(), NOW_MS);
    const reported = expect(outcome).rejects.toMatchObject({ code: 'LEDGER_THREAD_ENDED' });
    await started[0]!.terminate();

    await reported;
    expect(thread.isReady()).toBe(false);
    expect(thread.fault).toMatchObject({ code: 'LEDGER_THREAD_ENDED' });
    await expect(thread.ledger.counts()).rejects.toMatchObject({ code: 'LEDGER_THREAD_ENDED' });
  });

  it.each([
    [
      'has no room for a thread',
      () =>
        jest.spyOn(threading, 'Worker').mockImplementation(() => {
          throw new Error('EAGAIN');
        }),
      SOURCE_THREAD,
    ],
    ['cannot run its program', () => undefined, { execArgv: ['--require', join(__dirname, 'missing.js')] }],
  ])('is done without where the machine %s', async (_, arrange, options) => {
    const spy = arrange();
    const thread = new LedgerThread(currentFile(), { bootId: 'boot-1' }, options);
    const ledger = new SwitchingLedger(openPaymentLedger(currentFile(), { bootId: 'boot-1' }), thread);
    opened.push(ledger);

    const claims = async () => {
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => ledger.claim(testIntent(), NOW_MS)));
      return outcomes.map(({ kind }) => kind);
    };
    expect(await claims()).toEqual(Array.from({ length: 6 }, () => 'claimed'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(thread.isReady()).toBe(false);
    expect(await claims()).toEqual(Array.from({ length: 6 }, () => 'claimed'));
    spy?.mockRestore();
  });
});
