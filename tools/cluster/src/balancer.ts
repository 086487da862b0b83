import { get } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Passes connections on to nodes. */
export interface Balancer {
  /** For people. */
  readonly what: string;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 500;
const LOOK_TIMEOUT_MS = 2_000;
const HOST = '127.0.0.1';

/** What balancers differ in. */
export interface BalancerOptions {
  /** Between two looks at `/readyz`. */
  readonly lookEveryMs?: number;
  /** How many nodes each connection is offered to; all of them that are ready unless said. */
  readonly tries?: number;
}

/**
 * Passes TCP connections on, in turn, to the nodes whose `/readyz` answers 200, as last looked, on loopback. Bytes are not touched; a
 * connection that nobody takes is closed.
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function startBalancer(
  port: number,
  nodePorts: readonly number[],
  { lookEveryMs = LOOK_EVERY_MS, tries = nodePorts.length }: BalancerOptions = {},
): Promise<Balancer> {
  const ready = new Set<number>();
  let turn = 0;
  const look = (): Promise<unknown> =>
    Promise.all(nodePorts.map(async (node) => void ((await isReady(node)) ? ready.add(node) : ready.delete(node))));
  await look();
  const timer = setInterval(() => void look(), lookEveryMs);
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    const inTurn = nodePorts.filter((node) => ready.has(node));
    const first = inTurn.length === 0 ? 0 : turn++ % inTurn.length;
    passOn(client, [...inTurn.slice(first), ...inTurn.slice(0, first)].slice(0, tries));
  });
  await listening(server, port).catch((error: unknown) => {
    clearInterval(timer);
    throw error;
  });
  return {
    what: 'a balancer of its own',
    async close() {
      clearInterval(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of open) client.destroy();
      await closed;
    },
  };
}

/** To the first that takes it: until then nothing was read of the client. */
function passOn(client: Socket, [node, ...others]: readonly number[]): void {
  if (node === undefined || client.destroyed) return void client.destroy();
  const upstream = connect({ port: node, host: HOST, allowHalfOpen: true });
  client.on('error', () => upstream.destroy());
  upstream.once('error', () => passOn(client, others));
  upstream.once('connect', () => {
    upstream.removeAllListeners('error');
    upstream.on('error', () => undefined);
    client.once('close', () => upstream.destroy());
    // One that ended in order has its last bytes on their way.
    upstream.once('close', (hadError) => void (hadError && client.destroy()));
    client.pipe(upstream).pipe(client);
  });
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
}

/** Whether a node can sell now. */
export function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get({ host: HOST, port, path: '/readyz', timeout: LOOK_TIMEOUT_MS, agent: false }, (reply) => {
      reply.resume();
      resolve(reply.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
  });
}
