import { testIntent } from '@stackcheck/payment-x402/testing';
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
});
