import { testIntent } from '@stackcheck/payment-x402/testing';
import type { PaymentRecord } from '@stackcheck/payment-x402/ledger';
import type { Lane } from '../connection/lane';
import type { EventWriter } from '../events/event-writer';
import { DeliveryDesk } from './delivery-desk';
import { modelConnection, ModelDatabase, openPaymentsOver } from '../testing';

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'e30=' } as const;

describe('a delivery', () => {
  it('is seen by a look-up whose row was read before it was written', async () => {
    const database = new ModelDatabase();
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    const connect = async () =>
      modelConnection(async (name, values) => {
        const rows = database.execute(name, values);
        if (name === 'find') await held;
        return rows;
      }).client;
    const config = { bootId: 'one', place: 'one', deliveryWaitMs: 0 };
    const store = await openPaymentsOver(config, connect, async () => undefined);
    const intent = testIntent();
    const outcome = await store.ledger.claim(intent, NOW_MS);
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    await store.ledger.settled(outcome.id, SETTLEMENT, NOW_MS);

    const asked = store.ledger.find(intent.key);
    // The row is read with the next turn of the event loop.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await store.ledger.delivered(outcome.id, NOW_MS + 1);
    letThrough();

    expect((await asked)?.deliveredAt).toBe(NOW_MS + 1);
    await store.close();
  });

  it('is seen by each of several look-ups that read the row before, whichever ends first', async () => {
    const write = async () => [{ id: 7, state: 'settled', moved: true }];
    const desk = new DeliveryDesk({} as Lane, { write } as unknown as EventWriter, 0);
    const row = { id: 7, state: 'settled', deliveredAt: null } as PaymentRecord;
    const ends: (() => void)[] = [];
    const look = () => desk.seen(() => new Promise((resolve) => ends.push(() => resolve(row))));
    const [first, second, third] = [look(), look(), look()];
    const endOf = async (asked: ReturnType<typeof look>, at: number) => {
      ends[at]!();
      return (await asked)?.deliveredAt;
    };

    await desk.delivered(7, NOW_MS);
    const seen = [await endOf(first, 0), await endOf(third, 2), await endOf(second, 1)];
    const later = look();

    expect(seen).toEqual([NOW_MS, NOW_MS, NOW_MS]);
    // Who asks after it was written reads the row as it is.
    expect(await endOf(later, 3)).toBeNull();
  });

  it.each([
    ['refused', 'payment 7 is refused, so nothing was delivered'],
    [undefined, 'payment 7 is not there, so nothing was delivered'],
  ])('of a payment that is %s is a fault', async (state, message) => {
    const write = async () => (state === undefined ? [] : [{ id: 7, state, moved: false }]);
    const desk = new DeliveryDesk({} as Lane, { write } as unknown as EventWriter, 0);

    await expect(desk.delivered(7, NOW_MS)).rejects.toThrow(message);
  });
});
