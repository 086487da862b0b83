import type { FacilitatorRefusal, VerifyOutcome } from '../facilitator/facilitator';
import { settleReason, verifyReason } from '../facilitator/reasons';
import { changed, GateHarness } from '../testing/gate-harness';
import { MemoryLedger } from '../testing/memory-ledger';

const create = () =>
  GateHarness.create({ create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) });

const levels = (harness: GateHarness) => harness.events.map(({ level, reason }) => `${level} ${reason}`);

/** What the HTTP adapter makes of a reason. */
const verdict = (reason: string): VerifyOutcome => {
  const meaning = verifyReason(reason);
  return meaning.kind === 'refused' ? meaning : { ...meaning, reason };
};

describe('a facilitator that refuses us and not the payer', () => {
  it.each([
    ['verify_to_address_kyt', 'payments_unconfigured', 'alarm'],
    ['invalid_payment_requirements', 'facilitator_unavailable', 'alarm'],
    ['request_blocked_by_location', 'facilitator_unavailable', 'alarm'],
    ['unexpected_verify_error', 'facilitator_unavailable', 'warn'],
  ])('by %s on verify: %s and %s, and nobody is counted', async (reason, code, level) => {
    const harness = await create();
    for (let time = 0; time < 6; time++) {
      harness.facilitator.verifyScript.push(verdict(reason));
      expect(await harness.call({ payment: harness.sign() })).toBe(code);
    }

    expect(levels(harness)[0]).toBe(`${level} ${reason}`);
    expect(harness.facilitator.settleRequests).toEqual([]);
    expect(await harness.call({ payment: harness.sign() })).toMatchObject({ replayed: false });
  });

  it.each([
    ['settle_exact_to_address_kyt', 'payments_unconfigured'],
    ['invalid_payment_requirements', 'facilitator_unavailable'],
  ])('by %s on settle: %s, an alarm, and the payment is free', async (reason, code) => {
    const harness = await create();
    const payment = harness.sign();
    harness.facilitator.settleScript.push(settleReason(reason, '') as FacilitatorRefusal);

    expect(await harness.call({ payment })).toBe(code);
    expect(levels(harness)).toEqual([`alarm ${reason}`]);
    expect(await harness.call({ payment })).toMatchObject({ replayed: false });
  });
});

it('a facilitator that throws where it must not has refused nobody, and is an alarm', async () => {
  const harness = await create();
  const { verify } = harness.facilitator;
  harness.facilitator.verify = () => Promise.reject(new Error('a bug'));
  const payment = harness.sign();

  expect(await harness.call({ payment })).toBe('facilitator_unavailable');
  expect(harness.events).toEqual([
    { level: 'alarm', event: 'facilitator_failed', payer: expect.any(String), reason: 'a bug' },
  ]);
  harness.facilitator.verify = verify;
  expect(await harness.call({ payment })).toMatchObject({ replayed: false });
});

it('a delivery that cannot be written costs the buyer nothing, and is logged', async () => {
  const harness = await GateHarness.create(
    { create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) },
    {},
    (ledger) => changed(ledger, { delivered: () => Promise.reject(new Error('SQLITE_BUSY')) }),
  );

  expect(await harness.call({ payment: harness.sign() })).toMatchObject({ replayed: false });
  expect(harness.events.filter(({ level }) => level !== 'info')).toEqual([
    { level: 'warn', event: 'ledger_failed', reason: 'delivered: SQLITE_BUSY' },
  ]);
});

it('a payment remembers who verified it, and is settled and settled again by that name', async () => {
  const harness = await create();
  harness.facilitator.verifyScript.push({ kind: 'verified', by: 'second.example' });
  harness.facilitator.settleScript.push('lost_after');
  const payment = harness.sign();
  expect(await harness.call({ payment })).toBe('settlement_unknown');

  await harness.call({ payment });

  expect(harness.facilitator.settleRequests.map(({ verifiedBy, isRepeat }) => [verifiedBy, isRepeat ?? false])).toEqual(
    [
      ['second.example', false],
      ['second.example', true],
    ],
  );
  const [request] = harness.facilitator.settleRequests;
  expect((await harness.ledger.find(request!.expected))?.verifiedBy).toBe('second.example');
});
