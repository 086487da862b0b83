import { testIntent } from '@stackcheck/payment-x402/testing';
import { modelConnection, ModelDatabase, openPaymentsOver } from './testing';

const turns = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));

describe('look-ups', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('are sent at once while few payments are at work, and wait a moment for others where many are', async () => {
    const database = new ModelDatabase();
    const sent: string[] = [];
    const connect = async () =>
      modelConnection(async (name, values) => {
        if (name.startsWith('find')) sent.push(name);
        return database.execute(name, values);
      }).client;
    const store = await openPaymentsOver({ bootId: 'one', place: 'one' }, connect, async () => undefined);
    const begin = () => store.locks.begin({ key: testIntent().key, hash: '0x1', identifier: null });

    for (let n = 0; n < 19; n++) begin();
    await store.ledger.find(testIntent().key);
    begin();
    const found = [store.ledger.find(testIntent().key)];
    await turns();
    const whileTheyWait = [...sent];
    found.push(store.ledger.find(testIntent().key));
    await jest.advanceTimersByTimeAsync(1);
    await Promise.all(found);

    expect(whileTheyWait).toEqual(['find']);
    expect(sent).toEqual(['find', 'find_many']);
    store.distrust('the test is over');
  });
});
