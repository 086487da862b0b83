import type { FacilitatorRefusal, VerifyOutcome } from './facilitator';
import { settleReason, verifyReason } from './reasons';
import { GateWorld } from './testing/gate-world';
import { MemoryLedger } from './testing/memory-ledger';

const create = () =>
  GateWorld.create({ create: () => new MemoryLedger(), reopen: (bootId) => new MemoryLedger(bootId) });

const levels = (world: GateWorld) => world.events.map(({ level, reason }) => `${level} ${reason}`);

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
    const world = await create();
    for (let time = 0; time < 6; time++) {
      world.facilitator.verifyScript.push(verdict(reason));
      expect(await world.call({ payment: world.sign() })).toBe(code);
    }

    expect(levels(world)[0]).toBe(`${level} ${reason}`);
    expect(world.facilitator.settleRequests).toEqual([]);
    expect(await world.call({ payment: world.sign() })).toMatchObject({ replayed: false });
  });

  it.each([
    ['settle_exact_to_address_kyt', 'payments_unconfigured'],
    ['invalid_payment_requirements', 'facilitator_unavailable'],
  ])('by %s on settle: %s, an alarm, and the payment is free', async (reason, code) => {
    const world = await create();
    const payment = world.sign();
    world.facilitator.settleScript.push(settleReason(reason, '') as FacilitatorRefusal);

    expect(await world.call({ payment })).toBe(code);
    expect(levels(world)).toEqual([`alarm ${reason}`]);
    expect(await world.call({ payment })).toMatchObject({ replayed: false });
  });
});

it('a payment remembers who verified it, and is settled and settled again by that name', async () => {
  const world = await create();
  world.facilitator.verifyScript.push({ kind: 'verified', by: 'second.example' });
  world.facilitator.settleScript.push('lost_after');
  const payment = world.sign();
  expect(await world.call({ payment })).toBe('settlement_unknown');

  await world.call({ payment });

  expect(world.facilitator.settleRequests.map(({ verifiedBy, isRepeat }) => [verifiedBy, isRepeat ?? false])).toEqual([
    ['second.example', false],
    ['second.example', true],
  ]);
  const [request] = world.facilitator.settleRequests;
  expect((await world.ledger.find(request!.expected))?.verifiedBy).toBe('second.example');
});
