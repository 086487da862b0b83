import { LIMITS } from '@stackcheck/contract';
import { createVerificationSlots } from '../checks/verification-slots';
import { createRefusalLimit } from '../refusals/refusals';
import { failingLedger, GateHarness, SAMPLE_RESOURCE } from '../testing/gate-harness';
import { MemoryLedger } from '../testing/memory-ledger';
import { SAMPLE_ROUTE, SAMPLE_TERMS } from '../testing/sample-terms';

const create = (change: Parameters<typeof GateHarness.create>[1] = {}) =>
  GateHarness.create({ create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) }, change);

const presented = (header: string) => ({
  ...{ route: SAMPLE_ROUTE, resourceUrl: SAMPLE_RESOURCE, xPayment: [], client: '192.0.2.1' },
  paymentSignature: [header],
  fingerprint: async () => 'f0'.repeat(32),
});

it('a client that was refused while its body came is not admitted', async () => {
  const harness = await create();
  const asked = presented(harness.sign().header);
  const opened = harness.gate.open(asked);
  if (opened.kind !== 'opened') throw new Error(opened.kind);
  for (let time = 0; time < 5; time++) await harness.call({ payment: harness.sign({ value: 1n }) });

  expect(await harness.gate.admit(asked, opened)).toMatchObject({ kind: 'refused', code: 'rate_limited' });
});

it('a fault in the middle of an admission leaves no lock behind', async () => {
  let faults = 1;
  const isBlocked = async () => {
    if (faults-- > 0) throw new Error('the list cannot be read');
    return false as const;
  };
  const harness = await create({ screening: { isBlocked } });
  const payment = harness.sign();

  await expect(harness.admit({ payment })).rejects.toThrow('the list cannot be read');
  expect(harness.locks.count).toBe(0);
  expect(await harness.call({ payment })).toMatchObject({ replayed: false });
});

it('trust in a payer ends where the refusal is provably his own doing, and in nobody else', async () => {
  const refused: (readonly [string, string | null])[] = [];
  const clock = { monotonic: () => 0 };
  const slots = {
    ...createVerificationSlots({ refusals: createRefusalLimit({ clock }), clock }),
    refused: (client: string, payer: string | null) => void refused.push([client, payer]),
  };
  const harness = await create({ slots });
  const own = harness.sign();
  harness.facilitator.verifyScript.push(
    { kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds', byFunds: true },
    { kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' },
  );

  await harness.call({ payment: own });
  await harness.call({ payment: harness.sign() });

  expect(refused).toEqual([
    ['192.0.2.1', own.payer.toLowerCase()],
    ['192.0.2.1', null],
  ]);
});

it('nothing is written or sent for a client that left while its payment was verified', async () => {
  const harness = await create();
  const payment = harness.sign();
  let looks = 0;
  const admission = await harness.gate.admit({ ...presented(payment.header), isGone: async () => ++looks > 1 });
  if (admission.kind !== 'admitted') throw new Error(admission.kind);

  expect(await admission.settle(harness.nextAnswer())).toMatchObject({ kind: 'refused', code: 'bad_request' });
  expect([harness.facilitator.verifyRequests.length, harness.facilitator.settleRequests.length]).toEqual([1, 0]);
  expect(await harness.ledger.open(10)).toEqual([]);
});

it('a settlement that is pending is asked for again only in the time of the first', async () => {
  const harness = await create();
  const given: number[] = [];
  Object.assign(harness.facilitator, {
    settle: async (_request: unknown, timeoutMs: number) => {
      given.push(timeoutMs);
      harness.clock.advance(given.length === 1 ? LIMITS.settleTimeoutMs - 1 : LIMITS.settleTimeoutMs);
      return { kind: 'pending', reason: 'settlement_pending' };
    },
  });

  expect(await harness.call({ payment: harness.sign() })).toBe('settlement_unknown');
  expect(given).toEqual([LIMITS.settleTimeoutMs, 1]);
  expect(await harness.call({ payment: harness.sign() })).toBe('settlement_unknown');
  expect(given).toHaveLength(3);
});

it('a settlement is proven by what its facilitator proves', async () => {
  const harness = await create();
  Object.assign(harness.facilitator, { evidence: 'chain' });
  const payment = harness.sign();
  const admission = await harness.gate.admit(presented(payment.header));
  if (admission.kind !== 'admitted') throw new Error(admission.kind);

  const paid = await admission.settle(harness.nextAnswer());

  expect(paid).toMatchObject({ kind: 'paid' });
  const { network, asset } = SAMPLE_TERMS;
  const key = { network, asset: asset.toLowerCase(), payer: payment.payer.toLowerCase(), nonce: payment.nonce };
  expect(await harness.ledger.find(key)).toMatchObject({ state: 'settled', settlement: { evidence: 'chain' } });
});

it('a spent nonce of another payment than the one that was refused is a replay, and holds nothing', async () => {
  const harness = await create();
  const payment = harness.sign();
  harness.facilitator.settleScript.push({ kind: 'refused', code: 'payment_invalid', reason: 'invalid_signature' });
  await harness.call({ payment });
  harness.facilitator.verifyScript.push({ kind: 'refused', code: 'payment_replayed', reason: 'nonce_already_used' });

  expect(await harness.call({ payment: harness.sign({ nonce: payment.nonce, value: 2_000n }) })).toBe(
    'payment_replayed',
  );
  expect(await harness.ledger.open(10)).toEqual([]);
});

it('a ledger that takes no claim is an alarm, and nothing is sent to be settled', async () => {
  const harness = await GateHarness.create(
    { create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) },
    {},
    (ledger) => failingLedger(ledger, 'claim', 'before'),
  );

  expect(await harness.call({ payment: harness.sign() })).toBe('paused');
  expect(harness.events.map(({ level, event }) => [level, event])).toEqual([['alarm', 'ledger_failed']]);
  expect(harness.facilitator.settleRequests).toEqual([]);
});
