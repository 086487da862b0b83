import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort, startProgram } from './processes/built-app';
import { ROOT } from './service/repository';
import { Scratch } from './service/scratch';

jest.setTimeout(120_000);

const CADDYFILE = join(ROOT, 'deploy', 'Caddyfile');
const caddy = spawnSync('caddy', ['version']).status === 0 ? describe : describe.skip;

caddy('deploy/Caddyfile (needs caddy, of the package of that name)', () => {
  const scratch = new Scratch();
  /** Which nodes got a payment, once for each time. */
  const seen = new Map<string, number[]>();
  let url: string;
  /** A node that is well, and cuts the connection of each request with a payment that it got. */
  async function node(name: number): Promise<string> {
    const server: Server = createServer((request, response) => {
      const payment = request.headers['payment-signature'];
      if (payment === undefined) return void response.end('{}');
      seen.set(payment as string, [...(seen.get(payment as string) ?? []), name]);
      response.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    scratch.keep({
      close: () =>
        new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        }),
    });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    // Of three nodes one is down: nothing listens there.
    const nodes = [await node(1), await node(2), `127.0.0.1:${await freePort()}`];
    const folder = scratch.folder();
    const env = { PUBLIC_HOST: url, STACKCHECK_NODES: nodes.join(' '), HOME: folder, XDG_DATA_HOME: folder };
    const program = scratch.keep(startProgram(['caddy', 'run', '--config', CADDYFILE, '--adapter', 'caddyfile'], env));
    const isUp = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    for (let tries = 0; !(await isUp()); tries++) {
      if (tries > 1_000) throw new Error(`caddy does not answer:\n${program.output()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  afterAll(() => scratch.clear());

  it.each(['GET', 'POST'])('a %s that a node got is never sent to another one: the buyer decides', async (method) => {
    for (let index = 0; index < 10; index++) {
      const payment = `${method}-${index}`;
      const { status } = await fetch(`${url}/v1/eol/nodejs`, { method, headers: { 'payment-signature': payment } });
      const nodes = seen.get(payment)!;

      expect([status, new Set(nodes).size]).toEqual([502, 1]);
      // Where connections were used before, the transport of Go sends a GET again to the same node, which answers as before.
      if (method !== 'GET') expect(nodes).toHaveLength(1);
    }
  });
});
