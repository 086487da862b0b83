import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { connectToPrimary } from './connect';
import { Lane } from './lane';
import { hostsOf } from './ledger-hosts';
import { LedgerAwayError } from './statement-fault';

/** Authentication is not asked for; ready for queries. */
const GREETING = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** As when packets are dropped from a moment on: no connection ends, and nothing comes back. */
describe('a server that greets and then says nothing', () => {
  const open = new Set<Socket>();
  let server: Server;
  let url: string;

  beforeEach(async () => {
    server = createServer({ allowHalfOpen: true }, (socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(GREETING));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `postgres://owner@127.0.0.1:${(server.address() as AddressInfo).port}/ledger`;
  });
  afterEach(async () => {
    for (const socket of open) socket.destroy();
    open.clear();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is no primary after the time of an attempt', async () => {
    const options = { hosts: hostsOf(url), standby: 'none', connectMs: 100, name: 'test' } as const;

    await expect(connectToPrimary(options)).rejects.toThrow(LedgerAwayError);
  });

  it('is away when its connection breaks while it is prepared for', async () => {
    const client = new Client(url);
    client.on('error', () => undefined);
    const lane = new Lane(async () => {
      await client.connect();
      return client;
    });

    const opening = lane.open(async () => {
      const asked = client.query('SELECT 1');
      for (const socket of open) socket.resetAndDestroy();
      await asked;
    });

    await expect(opening).rejects.toThrow(LedgerAwayError);
  });

  it('leaves other faults of that as they are', async () => {
    const client = new Client(url);
    const lane = new Lane(async () => {
      await client.connect();
      return client;
    });

    const opening = lane.open(() => Promise.reject(new RangeError('no such step')));

    await expect(opening).rejects.toThrow(RangeError);
    lane.abandon();
  });

  it('does not keep a connection from being closed', async () => {
    const client = new Client(url);
    client.on('error', () => undefined);
    const lane = new Lane(async () => {
      await client.connect();
      return client;
    });
    await lane.open();

    await lane.close();

    expect(open.size).toBe(1);
  });
});
