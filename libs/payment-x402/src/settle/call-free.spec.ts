import { FixedClock } from '@stackcheck/contract/testing';
import type { Payment } from '../read/read-payment';
import { callFree, type CallFreeDeps } from './call-free';

const VALID_BEFORE = 1_800_000_000;
const PAYMENT = { key: {}, hash: 'hash', authorization: { validBefore: `${VALID_BEFORE}` } } as unknown as Payment;
const WORD = { kind: 'refused', code: 'facilitator_unavailable' } as const;

async function asked(
  secondsAfter: number,
  changed: object = {},
): Promise<{ readonly word: unknown; readonly written: number }> {
  const clock = new FixedClock((VALID_BEFORE + secondsAfter) * 1_000);
  const write = jest.fn(() => Promise.resolve('free' as const));
  const deps = {
    ledger: { callFree: write },
    locks: { isPerProcess: true },
    log: () => undefined,
    clock,
    mayCallFree: () => true,
    mayBeGood: () => true,
    ...changed,
  } as unknown as CallFreeDeps;
  const word = await callFree(deps, PAYMENT, { fingerprint: () => Promise.resolve('f'), client: '192.0.2.1' }, WORD);
  return { word, written: write.mock.calls.length };
}

test.each([
  ['whose time is not over', -60, 1],
  ['whose time is over by this clock, which may be ahead by an hour', 3_600, 1],
  ['that can be charged by no clock any more', 3_601, 0],
])('a payment %s is called free, which is written before where it matters', async (_, secondsAfter, written) => {
  expect(await asked(secondsAfter)).toEqual({ word: WORD, written });
});

const UNKNOWN = { kind: 'refused', code: 'settlement_unknown' };

test.each([
  ['where one process has the ledger', { locks: { isPerProcess: false } }, WORD],
  ['that cannot be good', { mayBeGood: () => false }, WORD],
  ['of a client that had too many such words', { mayCallFree: () => false }, UNKNOWN],
])('nothing is written of a payment %s', async (_, changed, word) => {
  expect(await asked(0, changed)).toEqual({ word, written: 0 });
});

test.each([
  ['nobody has any more', undefined, { kind: 'refused', code: 'payment_in_progress' }],
  ['was refused', { state: 'refused' }, { kind: 'refused', code: 'payment_in_progress' }],
  ['cannot be settled any more', { state: 'released' }, WORD],
  [
    'is this one',
    { state: 'settling', paymentHash: 'hash', requestHash: 'f' },
    { kind: 'refused', code: 'payment_in_progress' },
  ],
  [
    'is this one, for another request',
    { state: 'unknown', paymentHash: 'hash', requestHash: 'g' },
    { kind: 'refused', code: 'payment_replayed' },
  ],
  [
    'is another one of that nonce',
    { state: 'settling', paymentHash: 'other' },
    { kind: 'refused', code: 'payment_replayed' },
  ],
])('of a payment that another node held and that %s', async (_, record, word) => {
  const ledger = { callFree: () => Promise.resolve('held'), find: () => Promise.resolve(record) };

  expect(await asked(0, { ledger })).toMatchObject({ word });
});

test('where the word cannot be written it is not said, and an alarm is raised', async () => {
  const log = jest.fn();
  const ledger = { callFree: () => Promise.reject(new Error('the ledger is away')) };

  expect(await asked(0, { ledger, log })).toMatchObject({ word: UNKNOWN });
  expect(log.mock.calls).toEqual([
    [{ level: 'alarm', event: 'ledger_failed', reason: 'call free: the ledger is away' }],
  ]);
});

test.each([
  [{}, ''],
  [{ message: 'The signature was refused.' }, 'The signature was refused.'],
])('what is written of a word %j is the payment and what is said of it', async (said, reason) => {
  const write = jest.fn(() => Promise.resolve('free' as const));
  const clock = new FixedClock(VALID_BEFORE * 1_000);
  const deps = {
    ...{ ledger: { callFree: write }, locks: { isPerProcess: true }, log: () => undefined, clock },
    ...{ mayCallFree: () => true, mayBeGood: () => true },
  } as unknown as CallFreeDeps;
  const presented = { fingerprint: () => Promise.resolve('f'), client: '192.0.2.1' };

  await callFree(deps, PAYMENT, presented, { kind: 'refused', code: 'payment_invalid', ...said });

  const written = {
    ...{ key: PAYMENT.key, paymentHash: 'hash', validBefore: VALID_BEFORE },
    refusal: { code: 'payment_invalid', reason },
  };
  expect(write.mock.calls).toEqual([[written, clock.now()]]);
});
