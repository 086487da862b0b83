import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';

/** An answer as text. */
export interface CalledFrom {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Calls from an address of its own (127.0.0.0/8 is all ours), on a connection of its own. */
export function callFrom(
  localAddress: string,
  url: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Promise<CalledFrom> {
  const { headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const call = httpRequest(url, { localAddress, method, headers: { ...json, ...headers }, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () =>
        resolve({ status: reply.statusCode!, headers: reply.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** An open connection from an address, which has sent some bytes and keeps what it hears. */
export interface HeldConnection {
  readonly socket: Socket;
  received(): string;
  /** Status lines received so far, interim ones included. */
  statuses(): readonly number[];
}

/** Connects from an address, sends bytes, and says nothing more. */
export function hold(localAddress: string, url: string, bytes: string): Promise<HeldConnection> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const received = (): string => Buffer.concat(chunks).toString('latin1');
    const statuses = (): number[] => [...received().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((line) => Number(line[1]));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      // A reset is as good an end as any.
      socket.on('error', () => undefined);
      socket.write(bytes, () => resolve({ socket, received, statuses }));
    });
  });
}
