import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { isReady, startBalancer, type Balancer } from './balancer';

/** A node that answers with a given readiness, and with its name to all else. */
async function startNode(name: string, readiness: { ready: boolean }): Promise<Server> {
  const server = createServer((request, reply) => {
    if (request.url === '/readyz') reply.statusCode = readiness.ready ? 200 : 503;
    request.pipe(reply);
    if (request.method === 'GET') reply.end(name);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('the balancer', () => {
  const [a, b] = [{ ready: true }, { ready: true }];
  let servers: Server[];
  let balancer: Balancer;
  let port: number;

  beforeEach(async () => {
    a.ready = b.ready = true;
    servers = [await startNode('a', a), await startNode('b', b)];
    const unused = await startNode('', a);
    port = portOf(unused);
    await new Promise((closed) => unused.close(closed));
    balancer = await startBalancer(port, servers.map(portOf));
  });
  afterEach(async () => {
    await balancer.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  const ask = async (): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } }).catch(() => undefined);
    return (await reply?.text()) ?? 'nobody';
  };
  const askFour = async (): Promise<string> => [await ask(), await ask(), await ask(), await ask()].join('');
  const until = async (...wanted: readonly string[]): Promise<void> => {
    while (!wanted.includes(await askFour())) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('asks nodes in turn, and leaves out those that are not ready or not there', async () => {
    expect(['abab', 'baba']).toContain(await askFour());
    a.ready = false;
    await until('bbbb');
    a.ready = true;
    await until('abab', 'baba');
    servers[1]!.closeAllConnections();
    await new Promise((closed) => servers[1]!.close(closed));
    // At once: what does not accept is passed over, as last looked or not.
    expect(await askFour()).toBe('aaaa');
    a.ready = false;
    await until('nobodynobodynobodynobody');
  });

  it('passes bytes of any number both ways, also when the client has said all', async () => {
    const sent = Buffer.alloc(3_000_000, 'x');
    const body = await new Promise<string>((resolve, reject) => {
      const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      let received = '';
      client.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
      client.once('end', () => resolve(received));
      client.once('error', reject);
      client.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${sent.length}\r\n\r\n`);
      client.end(sent);
    });

    expect(body.split('x').length - 1).toBeGreaterThanOrEqual(sent.length);
  });

  it('says that a port is taken, and that a node which is not there is not ready', async () => {
    await expect(startBalancer(port, [])).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await balancer.close();
    expect(await isReady(port)).toBe(false);
    balancer = await startBalancer(port, []);
  });
});
