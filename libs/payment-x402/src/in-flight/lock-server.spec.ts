import { inFlightLocksContract } from '../testing/in-flight-locks.contract';
import type { LockName } from './in-flight-locks';
import { LockServer } from './lock-server';
import { LockClient } from './lock-client';

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A process at the lock server, over a channel that carries JSON and takes a turn of the event loop each way. */
function connectTo(server: LockServer) {
  const carry = <T>(to: (message: T) => void, message: T): void => {
    const text = JSON.stringify(message);
    setImmediate(() => to(JSON.parse(text) as T));
  };
  const connect = server.connect((reply) => carry((onMessage) => client.onMessage(onMessage), reply));
  const client = new LockClient((message) => carry((onMessage) => connect.onMessage(onMessage), message));
  return { client, connect };
}

inFlightLocksContract('LockClient of a lock server', () => {
  const server = new LockServer();
  return {
    clients: (count) => Array.from({ length: count }, () => connectTo(server).client),
    settled: async () => {
      await soon();
      await soon();
    },
  };
});

it('sends nothing of a payment but what names it', async () => {
  const sent: unknown[] = [];
  const client = new LockClient((message) => sent.push(message));
  const key = { network: 'eip155:8453', asset: '0xa', payer: '0xb', nonce: '0xc' };
  const payment = { key, hash: 'h', identifier: null, signature: '0xsecret', value: 1n };
  void client.begin(payment);

  expect(sent).toEqual([{ kind: 'begin', number: 1, name: { key, hash: 'h', identifier: null } }]);
});

describe('a process that ends', () => {
  const name: LockName = {
    key: { network: 'eip155:8453', asset: '0xa', payer: '0xb', nonce: '0xc' },
    hash: 'h',
    identifier: 'identifier',
  };

  it('gives its locks back, and leaves what it knew of late settlements', async () => {
    const server = new LockServer();
    const [gone, other] = [connectTo(server), connectTo(server)];
    await gone.client.begin(name);
    const late = { transaction: '0xaa', evidence: 'chain', paymentResponse: '' } as const;
    gone.client.keepLate(1, late);
    expect(await other.client.begin(name)).toEqual({ kind: 'same_payment' });

    gone.connect.leave();

    expect(await other.client.begin(name)).toMatchObject({ kind: 'begun' });
    expect(await other.client.late(1)).toEqual(late);
    expect(server.count).toBe(1);
  });

  it('begins nothing with what it had sent and is read after its end', async () => {
    const server = new LockServer();
    const gone = connectTo(server);
    void gone.client.begin(name);
    gone.connect.leave();
    await soon();

    expect(server.count).toBe(0);
  });
});
