import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FixedClock } from '@stackcheck/contract/testing';
import type { ChainEvidence } from '@stackcheck/payment-x402';
import type { PaymentState } from '@stackcheck/payment-x402/ledger';
import { FakeFacilitator, testIntent } from '@stackcheck/payment-x402/testing';
import { openHostLease, openPaymentLedger } from '@stackcheck/store-sqlite/testing';
import { readConfig } from './read-config';
import { reconcileCommand } from './reconcile-command';

const clock = new FixedClock();
let folder: string;
let facilitator: FakeFacilitator;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reconcile-'));
  facilitator = new FakeFacilitator();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'payments.db');

/** One unknown payment in its window, one past it, and a refused one past it. */
async function openPayments(): Promise<void> {
  const ledger = openPaymentLedger(file(), { bootId: 'boot-0' });
  const nowSeconds = Math.floor(clock.now() / 1_000);
  for (const [state, validBefore] of [
    ['unknown', nowSeconds + 60],
    ['unknown', nowSeconds - 600],
    ['refused', nowSeconds - 600],
  ] as const) {
    const outcome = await ledger.claim(testIntent({ validBefore, value: 1_000n }), clock.now());
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    if (state === 'unknown') await ledger.unknown(outcome.id, 'unconfirmed', 'timeout', clock.now());
    else await ledger.refused(outcome.id, { code: 'payment_invalid', reason: 'x' }, clock.now());
  }
  ledger.close();
}

async function run(dryRun: boolean, evidence?: ChainEvidence) {
  const config = readConfig({ DATA_DIR: folder, PAYMENTS_MODE: 'sandbox', LOG_LEVEL: 'silent' });
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await reconcileCommand(config, { dryRun, print, clock, facilitator, ...(evidence ? { evidence } : {}) });
  return { code, lines };
}

async function counts(): Promise<Readonly<Record<PaymentState, number>>> {
  const ledger = openPaymentLedger(file(), { bootId: 'onlooker' });
  try {
    return await ledger.counts();
  } finally {
    ledger.close();
  }
}

describe('reconcile on demand', () => {
  it('closes what can be closed and says what stays open', async () => {
    await openPayments();

    expect(await run(false)).toEqual({ code: 1, lines: ['settled 1, released 0, still open 1'] });

    expect(await counts()).toMatchObject({ settled: 1, unknown: 1, refused: 1 });
    expect(facilitator.settleRequests).toHaveLength(1);
  });

  it('ends well when nothing is open', async () => {
    expect(await run(false)).toEqual({ code: 0, lines: ['settled 0, released 0, still open 0'] });
  });

  it('does nothing while an API holds the ledger, and lets none start meanwhile', async () => {
    await openPayments();
    const gone = openHostLease(file(), { hostId: 'this-host', processId: 'gone' });
    gone.hold(clock.now());

    const refused = await run(false);
    gone.release();
    gone.close();
    const api = openHostLease(file(), { hostId: 'this-host', processId: 'api' });
    let duringRun: unknown;
    const settle = facilitator.settle.bind(facilitator);
    facilitator.settle = (request) => {
      duringRun = api.hold(clock.now()).kind;
      return settle(request);
    };
    await run(false);
    const afterRun = api.hold(clock.now()).kind;
    api.close();

    expect(refused).toMatchObject({ code: 1, lines: [expect.stringContaining('--dry-run')] });
    expect([duringRun, afterRun]).toEqual(['other_host', 'held']);
    expect(facilitator.settleRequests).toHaveLength(1);
  });

  it('only reports what it would do in a dry run, even while an API runs', async () => {
    await openPayments();
    const api = openHostLease(file(), { hostId: 'this-host', processId: 'api' });
    api.hold(clock.now());

    const blind = await run(true);
    const seeing = await run(true, {
      find: () => Promise.resolve({ kind: 'never', reason: 'the payer cancelled it' }),
    });
    api.close();

    expect(blind).toMatchObject({ code: 0 });
    expect(blind.lines.map((line) => line.split('  ').at(-1))).toEqual([
      'would stay: its window closed, and without RPC_URL the chain cannot be asked',
      'would be sent to the facilitator again',
      '2 open and 0 refused payments looked at; nothing was changed',
    ]);
    expect(seeing.lines).toContain('payment 3  refused  would be released: the payer cancelled it');
    expect(await counts()).toMatchObject({ unknown: 2, refused: 1 });
    expect(facilitator.settleRequests).toHaveLength(0);
  });
});
