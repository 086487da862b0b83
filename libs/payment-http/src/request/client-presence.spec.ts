import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { ClientPresence } from './client-presence';

let server: Server;
let client: Socket | undefined;

beforeEach(async () => {
  server = createServer();
  Object.assign(server, { httpAllowHalfOpen: true });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  client?.destroy();
  server.closeAllConnections();
  server.close();
});

/** Requests one after the other on one connection, whose client says no more after them. */
async function pipelined(count: number, version = '1.1'): Promise<(readonly [IncomingMessage, ServerResponse])[]> {
  const { port } = server.address() as AddressInfo;
  client = connect({ host: '127.0.0.1', port, allowHalfOpen: true }).pause();
  client.on('error', () => undefined);
  const came: (readonly [IncomingMessage, ServerResponse])[] = [];
  server.on('request', (request, response) => came.push([request, response]));
  client.end(`GET / HTTP/${version}\r\nHost: x\r\n\r\n`.repeat(count));
  while (came.length < count || !came[0]![0].socket.readableEnded)
    await new Promise((resolve) => setTimeout(resolve, 5));
  return came;
}

it('is not waited for where a client that has sent its end does not take what was written before', async () => {
  const [[, first], [request, second]] = (await pipelined(2)) as [
    readonly [IncomingMessage, ServerResponse],
    readonly [IncomingMessage, ServerResponse],
  ];
  first.end(Buffer.alloc(32 * 1024 * 1024));

  const asked = Promise.resolve(new ClientPresence(request, second).isGone());
  const patience = new Promise((resolve) => setTimeout(() => resolve('still asking'), 2_000));

  expect(await Promise.race([asked, patience])).toBe(false);
});

it('is there while its connection is half open, and gone once it was reset', async () => {
  const [[request, response]] = (await pipelined(1)) as [readonly [IncomingMessage, ServerResponse]];
  const presence = new ClientPresence(request, response);

  expect(await presence.isGone()).toBe(false);
  client!.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await presence.isGone()).toBe(true);
});

/** What a client reads up to the end of its connection. */
async function readByClient(response: ServerResponse): Promise<string> {
  let text = '';
  client!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  client!.resume();
  response.end('done');
  await once(client!, 'close');
  return text;
}

it('is asked once by an interim answer, however often it is looked for', async () => {
  const [[request, response]] = (await pipelined(1)) as [readonly [IncomingMessage, ServerResponse]];
  const presence = new ClientPresence(request, response);

  expect([await presence.isGone(), await presence.isGone()]).toEqual([false, false]);
  response.setHeader('Connection', 'close');
  expect((await readByClient(response)).match(/HTTP\/1\.1 \d+ \w+/g)).toEqual([
    'HTTP/1.1 100 Continue',
    'HTTP/1.1 200 OK',
  ]);
});

it.each<[string, string, (response: ServerResponse) => void]>([
  ['of HTTP/1.0, which knows no interim answer', '1.0', () => undefined],
  ['whose answer has begun', '1.1', (response) => response.setHeader('Connection', 'close').flushHeaders()],
])('is not asked of a client %s', async (_what, version, begin) => {
  const [[request, response]] = (await pipelined(1, version)) as [readonly [IncomingMessage, ServerResponse]];
  begin(response);

  expect(new ClientPresence(request, response).isGone()).toBe(false);
  expect(await readByClient(response)).not.toContain('100 Continue');
});

it.each([
  ['open', { destroyed: false, readableEnded: false }, false],
  ['at its end', { destroyed: true, readableEnded: true }, true],
  ['broken', { destroyed: true, readableEnded: false }, true],
])('is known at once while the connection is %s', (_what, socket, isGone) => {
  const request = { socket, httpVersion: '1.1' } as IncomingMessage;

  expect(new ClientPresence(request, { headersSent: false } as ServerResponse).isGone()).toBe(isGone);
});
