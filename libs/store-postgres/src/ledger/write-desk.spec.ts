import type { PaymentIntent } from '@stackcheck/payment-x402/ledger';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { modelConnection, ModelDatabase, openPaymentsOver } from '../testing';

const NOW_MS = 1_790_000_000_000;
const SETTLEMENT = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'e30=' } as const;

describe('claims and settlements of one moment', () => {
  const sent: string[] = [];
  const open = async (database: ModelDatabase) => {
    sent.length = 0;
    const connect = async () =>
      modelConnection(async (name, values) => {
        sent.push(name);
        return database.execute(name, values);
      }).client;
    const store = await openPaymentsOver({ bootId: 'one', place: 'one' }, connect, async () => undefined);
    const { ledger } = store;
    const claim = async (intent: PaymentIntent): Promise<number> => {
      const outcome = await ledger.claim(intent, NOW_MS);
      if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
      return outcome.id;
    };
    return { store, ledger, claim };
  };

  it('are one statement, and each hears what became of it', async () => {
    const database = new ModelDatabase();
    const { store, ledger, claim } = await open(database);
    const [first, second, third] = [testIntent(), testIntent(), testIntent()];
    const settling = [await claim(first), await claim(second)];
    sent.length = 0;

    const [again, ...settled] = await Promise.all([
      ledger.claim(first, NOW_MS),
      ledger.settled(settling[1]!, SETTLEMENT, NOW_MS),
      ledger.settled(settling[0]!, SETTLEMENT, NOW_MS),
      claim(third),
    ]);

    expect(again).toEqual({ kind: 'payment_exists' });
    expect(settled.slice(0, 2)).toEqual([SETTLEMENT, SETTLEMENT]);
    expect(sent).toEqual(['claim_and_settle', 'standing']);
    const states = database.tables.payments().map(({ nonce, state }) => [nonce, state]);
    expect(states).toEqual([
      [first.key.nonce, 'settled'],
      [second.key.nonce, 'settled'],
      [third.key.nonce, 'settling'],
    ]);
    await store.close();
  });

  it('do not undo each other: after an error each is tried by itself', async () => {
    const database = new ModelDatabase();
    const { store, ledger, claim } = await open(database);
    const [own, other] = [testIntent(), testIntent()];
    const id = await claim(own);
    // As a rule of the database does.
    const execute = database.execute.bind(database);
    jest.spyOn(database, 'execute').mockImplementation((name, values) => {
      if (name.startsWith('claim')) throw Object.assign(new Error('broken'), { code: '23514', severity: 'ERROR' });
      return execute(name, values);
    });

    const [claimed, settled] = await Promise.allSettled([
      ledger.claim(other, NOW_MS),
      ledger.settled(id, SETTLEMENT, NOW_MS),
    ]);

    expect(claimed).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
    expect(settled).toEqual({ status: 'fulfilled', value: SETTLEMENT });
    await store.close();
  });
});
