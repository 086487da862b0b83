import { FixedClock } from '@stackcheck/contract/testing';
import { createVerificationSlots, type VerificationSlot } from './verification-slots';

const asked = { client: '192.0.2.1', payer: '0xaa', isSigned: () => false };

it('who comes later does not overtake those in line, although refusals expired meanwhile and a slot is free', async () => {
  let refusalsLeft = 1;
  const slots = createVerificationSlots({
    refusals: { clientWaitSeconds: () => 0, refusalsLeft: () => refusalsLeft },
    clock: new FixedClock(),
  });
  const order: string[] = [];
  const first = slots.take(asked) as VerificationSlot;
  const second = Promise.resolve(slots.take(asked)).then(() => order.push('second'));
  refusalsLeft = 2;
  const third = Promise.resolve(slots.take(asked)).then(() => order.push('third'));

  expect(slots.waiting).toBe(2);
  first.release();
  await Promise.all([second, third]);
  expect(order).toEqual(['second', 'third']);
});
