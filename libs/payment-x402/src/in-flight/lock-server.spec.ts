import { inFlightLocksContract } from '../testing/in-flight-locks.contract';
import type { LockName } from './in-flight-locks';
import { LockServer } from './lock-server';
import { LockClient } from './lock-client';

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A process at the desk, over a channel that carries JSON and takes a turn of the event loop each way. */
function sitDown(desk: LockServer) {
  const carry = <T>(to: (message: T) => void, message: T): void => {
    const text = JSON.stringify(message);
    setImmediate(() => to(JSON.parse(text) as T));
  };
  const connect = desk.connect((reply) => carry((onMessage) => book.onMessage(onMessage), reply));
  const book = new LockClient((message) => carry((onMessage) => connect.onMessage(onMessage), message));
  return { book, connect };
}

inFlightLocksContract('LockClient at a desk', () => {
  const desk = new LockServer();
  return {
    books: (count) => Array.from({ length: count }, () => sitDown(desk).book),
    settled: async () => {
      await soon();
      await soon();
    },
  };
});

it('sends nothing of a payment but what names it', async () => {
  const sent: unknown[] = [];
  const book = new LockClient((message) => sent.push(message));
  const key = { network: 'eip155:8453', asset: '0xa', payer: '0xb', nonce: '0xc' };
  const payment = { key, hash: 'h', identifier: null, signature: '0xsecret', value: 1n };
  void book.begin(payment);

  expect(sent).toEqual([{ kind: 'begin', number: 1, name: { key, hash: 'h', identifier: null } }]);
});

describe('a process that ends', () => {
  const name: LockName = {
    key: { network: 'eip155:8453', asset: '0xa', payer: '0xb', nonce: '0xc' },
    hash: 'h',
    identifier: 'identifier',
  };

  it('gives its flights back, and leaves what it knew of late settlements', async () => {
    const desk = new LockServer();
    const [gone, other] = [sitDown(desk), sitDown(desk)];
    await gone.book.begin(name);
    const late = { transaction: '0xaa', evidence: 'chain', paymentResponse: '' } as const;
    gone.book.keepLate(1, late);
    expect(await other.book.begin(name)).toEqual({ kind: 'same_payment' });

    gone.connect.leave();

    expect(await other.book.begin(name)).toMatchObject({ kind: 'begun' });
    expect(await other.book.late(1)).toEqual(late);
    expect(desk.count).toBe(1);
  });

  it('begins nothing with what it had sent and is read after its end', async () => {
    const desk = new LockServer();
    const gone = sitDown(desk);
    void gone.book.begin(name);
    gone.connect.leave();
    await soon();

    expect(desk.count).toBe(0);
  });
});
