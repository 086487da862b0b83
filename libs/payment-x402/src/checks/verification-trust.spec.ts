import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FixedClock } from '@stackcheck/contract/testing';
import { createVerificationSlots, type SlotAsked, type VerificationSlot } from './verification-slots';

const A = '192.0.2.1';
const TRUST_MS = 600_000;
const SLOTS = 5;

const create = () => {
  const clock = new FixedClock();
  const refusals = { clientWaitSeconds: () => 0, refusalsLeft: () => SLOTS };
  return { clock, slots: createVerificationSlots({ clock, refusals }) };
};
const asked = (payer: string, client = A): SlotAsked => ({ client, payer, isSigned: () => true });
const isHeld = (slot: unknown): slot is VerificationSlot => !(slot instanceof Promise);

/** Takes all slots of a client, so that the next payment waits unless its payer is trusted. */
function fill({ slots }: ReturnType<typeof create>): readonly VerificationSlot[] {
  return Array.from({ length: SLOTS }, () => slots.take(asked('0xstranger'))).filter(isHeld);
}

it('a payer whose purse was seen does not wait, for as long as that is trusted', () => {
  const made = create();
  const { slots, clock } = made;
  expect(fill(made)).toHaveLength(SLOTS);
  slots.verified(A, '0xpayer');

  expect(isHeld(slots.take(asked('0xpayer')))).toBe(true);
  clock.advance(TRUST_MS - 1);
  expect(isHeld(slots.take(asked('0xpayer')))).toBe(true);
  clock.advance(1);
  expect(isHeld(slots.take(asked('0xpayer')))).toBe(false);
});

it('each payer is remembered by itself, and forgotten when a payment of its own is refused', () => {
  const made = create();
  const { slots } = made;
  fill(made);
  const payers = ['0xa', '0xb', '0xc'];
  for (const payer of payers) slots.verified(A, payer);
  slots.refused(A, '0xb');

  expect(payers.map((payer) => isHeld(slots.take(asked(payer))))).toEqual([true, false, true]);
  expect(isHeld(slots.take({ ...asked('0xa'), isSigned: () => false }))).toBe(false);
});

it('of ten thousand payers the one that was seen longest ago is forgotten for the next', () => {
  const made = create();
  const { slots } = made;
  fill(made);
  for (let n = 0; n < 10_001; n++) slots.verified(A, `0x${n}`);

  expect([0, 1, 10_000].map((n) => isHeld(slots.take(asked(`0x${n}`))))).toEqual([false, true, true]);
});

it('ten settled payments are one slot more, each client’s own', () => {
  const made = create();
  const { slots } = made;
  for (let times = 0; times < 10; times++) slots.settled(A);
  slots.settled('192.0.2.2');

  expect(fill(made)).toHaveLength(SLOTS);
  expect(isHeld(slots.take(asked('0xstranger')))).toBe(true);
  expect(isHeld(slots.take(asked('0xstranger')))).toBe(false);
});

it('a client that holds no slot any more is forgotten', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heapMiB = (): number => {
    collectGarbage();
    collectGarbage();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  const { slots } = create();
  const before = heapMiB();
  for (let n = 0; n < 200_000; n++) {
    const slot = slots.take(asked('0xpayer', `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`));
    if (isHeld(slot)) slot.release();
  }

  // Each would be some 250 bytes: 48 MiB.
  expect(heapMiB() - before).toBeLessThan(16);
  expect(slots.waiting).toBe(0);
});

it.each([
  [0, SLOTS],
  [9, SLOTS],
  [10, SLOTS + 1],
  [19, SLOTS + 1],
  [590, SLOTS + 59],
  [1_000, SLOTS + 59],
])('a client that settled %d payments has %d at once with the facilitator', (settled, slotsMax) => {
  const { slots } = create();
  for (let count = 0; count < settled; count++) slots.settled(A);

  const taken = Array.from({ length: slotsMax + 1 }, (_, at) => slots.take(asked(`0x${at}`))).map(isHeld);
  expect(taken).toEqual([...Array<boolean>(slotsMax).fill(true), false]);
});

it('what was settled counts for ten minutes from the last of it on, and not after a refusal', () => {
  const { slots, clock } = create();
  const [first, second, third] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;
  for (const client of [first, second, third]) for (let count = 0; count < 10; count++) slots.settled(client);
  slots.refused(third, null);
  clock.advance(TRUST_MS - 1);
  slots.settled(second);
  clock.advance(1);

  const slotsOf = (client: string): number =>
    Array.from({ length: SLOTS + 3 }, () => slots.take(asked('0xstranger', client))).filter(isHeld).length;
  expect([first, second, third].map(slotsOf)).toEqual([SLOTS, SLOTS + 1, SLOTS]);
});

it('a slot that is given back twice is one slot', async () => {
  const { slots } = create();
  const [first] = Array.from({ length: SLOTS }, () => slots.take(asked('0xstranger'))) as VerificationSlot[];
  const waiting = [1, 2].map(() => slots.take(asked('0xstranger')));

  first!.release();
  first!.release();

  expect(slots.waiting).toBe(1);
  expect(isHeld(await waiting[0])).toBe(true);
});
