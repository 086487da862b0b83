import { testIntent } from '@stackcheck/payment-x402/testing';
import { openPaymentsOver } from '../open-payments';
import { modelConnection, ModelDatabase, UnsteadyConnections } from '../testing';
import { NODE_TIMES } from './node-times';

const NOW_MS = 1_790_000_000_000;

describe('a payment that a node took up', () => {
  const database = new ModelDatabase();
  const connect = async () => modelConnection(async (name, values) => database.execute(name, values)).client;
  const connections = new UnsteadyConnections(connect);
  const open = (bootId: string, connector: typeof connections.connector) =>
    openPaymentsOver(
      { bootId, place: bootId, times: { ...NODE_TIMES, beatMs: 3_600_000 }, deliveryWaitMs: 0 },
      connector,
      async () => undefined,
    );

  it('stays taken when an earlier lock of it is released a second time', async () => {
    const [one, two] = [await open('five', connections.connector), await open('six', connect)];
    const intent = testIntent();
    const name = { key: intent.key, hash: intent.paymentHash, identifier: null };
    await two.ledger.claimAsUnknown(intent, 'unconfirmed', 'timeout', NOW_MS);
    const record = (await one.ledger.find(intent.key))!;
    database.execute('let_go', ['six', record.id, 1]);
    const begin = async () => {
      const begun = await one.locks.begin(name);
      if (begun.kind !== 'begun') throw new Error(begun.kind);
      return begun.lock;
    };

    const first = await begin();
    first.release();
    const second = await begin();
    expect(await one.locks.takeUp(record)).toBe(true);
    first.release();
    await one.sandboxNonces.spentBy(intent.key);

    expect(await two.locks.takeUp(record)).toBe(false);
    expect((await one.locks.begin(name)).kind).toBe('same_payment');
    second.release();
    await one.sandboxNonces.spentBy(intent.key);
    expect(await two.locks.takeUp(record)).toBe(true);
    await Promise.all([one.close(), two.close()]);
  });

  it('stays taken when its letting go of an earlier time arrives late', async () => {
    const [one, two] = [await open('one', connections.connector), await open('two', connect)];
    const intent = testIntent();
    const name = { key: intent.key, hash: intent.paymentHash, identifier: null };
    await two.ledger.claimAsUnknown(intent, 'unconfirmed', 'timeout', NOW_MS);
    const record = (await one.ledger.find(intent.key))!;
    const takeUp = async () => {
      const begun = await one.locks.begin(name);
      if (begun.kind !== 'begun') throw new Error(begun.kind);
      return { isTaken: await one.locks.takeUp(record), release: () => begun.lock.release() };
    };
    // As when the one that claimed it has ended.
    database.execute('let_go', ['two', record.id, 1]);

    const first = await takeUp();
    connections.sendOutcomes.push('late');
    first.release();
    // Its turn on the connection comes after the letting go.
    await one.sandboxNonces.spentBy(intent.key);
    const second = await takeUp();
    await connections.arrive();

    expect([first.isTaken, second.isTaken]).toEqual([true, true]);
    expect(await two.locks.takeUp(record)).toBe(false);
    second.release();
    await one.sandboxNonces.spentBy(intent.key);
    expect(await two.locks.takeUp(record)).toBe(true);
    for (const store of [one, two]) await store.close();
  });

  it('is not freed by a refusal of its claim that arrives late, nor let go by a doubt', async () => {
    const one = await open('three', connections.connector);
    for (const word of ['refused', 'unknown'] as const) {
      const intent = testIntent();
      const claimed = await one.ledger.claim(intent, NOW_MS);
      if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
      const say = {
        refused: () => one.ledger.refused(claimed.id, { code: 'payment_invalid', reason: 'refused' }, NOW_MS),
        unknown: () => one.ledger.unknown(claimed.id, 'unconfirmed', 'timeout', NOW_MS),
      };
      connections.sendOutcomes.push('late');

      await expect(say[word]()).rejects.toThrow('no acknowledgement');
      const record = (await one.ledger.find(intent.key))!;
      expect(await one.locks.takeUp(record)).toBe(true);
      await connections.arrive();

      expect(database.tables.payment(record.id)).toMatchObject({ worker: 'three', fence: 2 });
      expect((await one.ledger.find(intent.key))?.state).toBe(word === 'refused' ? 'settling' : 'unknown');
    }
    await one.close();
  });
});
