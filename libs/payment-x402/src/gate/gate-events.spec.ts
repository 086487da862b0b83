import type { GateEvent } from '../settle/gate-log';
import { failingLedger, GateHarness } from '../testing/gate-harness';
import { MemoryLedger } from '../testing/memory-ledger';
import { SAMPLE_ROUTE } from '../testing/sample-terms';
import { TEST_WALLET } from '../testing/sign-test-payment';

type Method = Parameters<typeof failingLedger>[1];

const create = (method?: Method, when: 'before' | 'after' = 'before', times = 1) =>
  GateHarness.create(
    { create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) },
    {},
    (ledger) => (method === undefined ? ledger : failingLedger(ledger, method, when, times)),
  );
const ABOUT = { routeId: SAMPLE_ROUTE.id, payer: TEST_WALLET.address.toLowerCase() };
const FULL = 'SQLITE_FULL: database or disk is full';

it.each<[string, GateHarness['facilitator']['settleScript'][number], string | undefined, GateEvent]>([
  ['a sale', 'ok', undefined, { level: 'info', event: 'payment_settled', ...ABOUT }],
  [
    'a refusal',
    { kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' },
    'payment_invalid',
    { level: 'warn', event: 'payment_refused', ...ABOUT, reason: 'invalid_signature' },
  ],
  [
    'a refusal that an operator has to end',
    { kind: 'refused', code: 'payments_unconfigured', reason: 'to_address_kyt', isAlarm: true },
    'payments_unconfigured',
    { level: 'alarm', event: 'payment_refused', ...ABOUT, reason: 'to_address_kyt' },
  ],
  [
    'a call that never left',
    'not_sent',
    'facilitator_unavailable',
    { level: 'warn', event: 'payment_refused', ...ABOUT, reason: 'ECONNREFUSED' },
  ],
  [
    'a call whose answer was lost',
    'lost_before',
    'settlement_unknown',
    { level: 'warn', event: 'settlement_unknown', ...ABOUT, reason: 'timeout' },
  ],
  [
    'a nonce that was spent by others',
    { kind: 'nonce_used', reason: 'nonce_already_used' },
    'settlement_unknown',
    { level: 'warn', event: 'settlement_unknown', ...ABOUT, reason: 'nonce_already_used' },
  ],
])('%s is logged as what it is', async (_what, script, code, event) => {
  const harness = await create();
  harness.facilitator.settleScript.push(script);

  const seen = await harness.call({ payment: harness.sign() });

  expect(typeof seen === 'string' ? seen : undefined).toBe(code);
  expect(harness.events).toEqual([event]);
});

it('a settlement that is pending twice is in doubt for both reasons', async () => {
  const harness = await create();
  harness.facilitator.settleScript.push('pending', { kind: 'nonce_used', reason: 'nonce_already_used' });

  expect(await harness.call({ payment: harness.sign() })).toBe('settlement_unknown');
  expect(harness.events.map(({ reason }) => reason)).toEqual(['settlement_pending, then nonce_already_used']);
  const [record] = await harness.ledger.open(10);
  expect(record!.ambiguity).toBe('unconfirmed');
});

it('a payment in doubt that is settled after all is resolved', async () => {
  const harness = await create();
  harness.facilitator.settleScript.push('lost_before');
  const payment = harness.sign();
  await harness.call({ payment });
  harness.events.length = 0;

  expect(await harness.call({ payment })).toMatchObject({ body: '{"answer":1}' });
  expect(harness.events).toEqual([{ level: 'info', event: 'settlement_resolved', ...ABOUT }]);
});

it.each<[Method, string, string, readonly GateEvent['event'][]]>([
  ['find', 'paused', `find: ${FULL}`, []],
  ['claim', 'paused', `claim: ${FULL}`, []],
  ['settled', 'paid', `settled: ${FULL}`, ['payment_settled']],
])('a ledger that fails in %s is an alarm: %s', async (method, seen, reason, others) => {
  const harness = await create(method);

  const outcome = await harness.call({ payment: harness.sign() });

  expect(typeof outcome === 'string' ? outcome : 'paid').toBe(seen);
  expect(harness.events.slice(0, 1)).toEqual([{ level: 'alarm', event: 'ledger_failed', reason }]);
  expect(harness.events.slice(1).map(({ event }) => event)).toEqual(others);
});

it.each<[Method, GateHarness['facilitator']['settleScript'][number], GateEvent['event']]>([
  ['refused', { kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' }, 'payment_refused'],
  ['unknown', 'lost_before', 'settlement_unknown'],
])('an outcome that cannot be written by %s leaves doubt, and is an alarm', async (method, script, event) => {
  const harness = await create(method);
  harness.facilitator.settleScript.push(script);

  expect(await harness.call({ payment: harness.sign() })).toBe('settlement_unknown');
  expect(harness.events).toEqual([
    expect.objectContaining({ level: 'warn', event }),
    { level: 'alarm', event: 'ledger_failed', reason: FULL },
  ]);
});

it('a claim that can neither be written nor taken back leaves doubt', async () => {
  const harness = await GateHarness.create(
    { create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) },
    {},
    (ledger) => failingLedger(failingLedger(ledger, 'claim', 'after'), 'withdraw', 'before'),
  );

  expect(await harness.call({ payment: harness.sign() })).toBe('settlement_unknown');
  expect(harness.events).toEqual([
    { level: 'alarm', event: 'ledger_failed', reason: 'claim: SQLITE_IOERR: disk I/O error' },
    { level: 'alarm', event: 'ledger_failed', reason: `withdraw: ${FULL}` },
  ]);
  expect(harness.facilitator.settleRequests).toEqual([]);
});

describe('what a gate refuses itself', () => {
  it.each<[string, object, object]>([
    ['a blocked payer', { isBlocked: async () => true }, { code: 'payer_blocked' }],
    ['one of whom nothing is known', { isBlocked: async () => 'unknown' }, { code: 'paused' }],
  ])('is the payment of %s', async (_what, screening, refusal) => {
    const harness = await GateHarness.create(
      { create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) },
      { screening: screening as never },
    );

    expect(await harness.admit({ payment: harness.sign() })).toEqual({ kind: 'refused', ...refusal });
    expect(harness.locks.count).toBe(0);
    expect(harness.facilitator.verifyRequests).toEqual([]);
  });

  it('is one whose window closed while its answer was made slowly', async () => {
    const harness = await create();
    const validBefore = BigInt(Math.floor(harness.clock.now() / 1_000) + 7);
    const ask = async (afterMs: number) => {
      const admission = await harness.admit({ payment: harness.sign({ validBefore }) });
      if (admission.kind !== 'admitted') throw new Error(admission.kind);
      harness.clock.advance(afterMs);
      return admission.settle(harness.nextAnswer());
    };

    expect(await ask(1_000)).toMatchObject({ kind: 'paid' });
    expect(await ask(2_001)).toEqual({
      kind: 'refused',
      code: 'payment_expired',
      message: 'validBefore is less than 5 seconds ahead.',
    });
    expect(harness.facilitator.settleRequests).toHaveLength(1);
    expect(harness.locks.count).toBe(0);
  });
});
