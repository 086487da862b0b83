import { testIntent } from '@stackcheck/payment-x402/testing';
import { modelConnection, ModelDatabase, openPaymentsOver } from './testing';

describe('look-ups', () => {
  it('are sent at once where they are alone, and together where each turn of the event loop brings one more', async () => {
    const database = new ModelDatabase();
    const sent: string[] = [];
    const connect = async () =>
      modelConnection(async (name, values) => {
        if (name.startsWith('find')) sent.push(name);
        return database.execute(name, values);
      }).client;
    const store = await openPaymentsOver({ bootId: 'one', place: 'one' }, connect, async () => undefined);

    await store.ledger.find(testIntent().key);
    const later = new Promise((resolve) => setImmediate(() => resolve(store.ledger.find(testIntent().key))));
    await Promise.all([store.ledger.find(testIntent().key), later]);

    expect(sent).toEqual(['find', 'find_many']);
    store.distrust('the test is over');
  });
});
