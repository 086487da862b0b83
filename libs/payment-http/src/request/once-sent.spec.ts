import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { onceSent } from './once-sent';

/** More than the buffers of two sockets hold. */
const LARGE = Buffer.alloc(16_000_000, 'x');

describe('a response', () => {
  let server: Server;
  let body: Buffer;
  let sent: number;
  let finished: Promise<unknown>;
  beforeEach(async () => {
    sent = 0;
    server = createServer(({ socket }, response) => {
      finished = new Promise((resolve) => socket.once('close', resolve));
      onceSent(response, () => (sent += 1));
      response.end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const asking = async (head: string): Promise<Socket> => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(client, 'connect');
    client.write(`GET / HTTP/1.1\r\nHost: x\r\n${head}\r\n`);
    return client;
  };

  it.each([
    ['a kept connection', ''],
    ['a connection that ends with it', 'Connection: close\r\n'],
  ])('is sent over %s', async (_name, head) => {
    body = Buffer.from('small');
    const client = await asking(head);
    await once(client, 'data');
    await new Promise((resolve) => setImmediate(resolve));

    expect(sent).toBe(1);
    client.destroy();
    await finished;
  });

  it('is sent, large, to a client that reads all of it', async () => {
    body = LARGE;
    const client = await asking('Connection: close\r\n');
    client.resume();
    await once(client, 'close');

    expect(sent).toBe(1);
  });

  it.each(['resetAndDestroy', 'destroy'] as const)(
    'is not sent to a client that breaks off in it (%s)',
    async (how) => {
      body = LARGE;
      const client = await asking('');
      await once(client, 'data');
      client[how]();
      await finished;

      expect(sent).toBe(0);
    },
  );

  it('is not sent where its write meets the reset of a client that asked for three at once', async () => {
    body = LARGE;
    const client = await asking('\r\nGET / HTTP/1.1\r\nHost: x\r\n'.repeat(2));
    await once(client, 'data');
    client.pause();
    client.resetAndDestroy();
    await finished;

    expect(sent).toBe(0);
  });
});
