import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Connections, type ConnectionLimits } from './connections';

const FEW: ConnectionLimits = { max: 100, perClientMax: 4, isProxy: () => false };

let server: Server;
let connections: Connections;
let answers: ServerResponse[];
const firsts: boolean[] = [];

/** A server that answers when the test does. */
async function serve(limits: ConnectionLimits = FEW): Promise<void> {
  answers = [];
  firsts.length = 0;
  server = createServer((request, response) => {
    firsts.push(connections.requested(request.socket, response));
    answers.push(response);
  });
  connections = new Connections(server, limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

const clients: Socket[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !holds(); tries++) await soon();
}

async function open(bytes = ''): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(bytes);
  await soon();
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const HALF_SENT = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{';
/** More than a kernel takes for a client that reads nothing. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);

const closed = (...sockets: Socket[]): boolean[] => sockets.map(({ readyState }) => readyState !== 'open');

test('a connection whose answer is being made is never closed: the newcomer is', async () => {
  await serve();
  const busy = [await open(GET), await open(GET), await open(GET), await open(GET)];
  busy.forEach((socket) => socket.resume());
  const newcomer = await open().then((socket) => socket.resume());
  await soon();

  expect(closed(...busy, newcomer)).toEqual([false, false, false, false, true]);
  answers.forEach((response) => response.end('done'));
  await soon();
  expect(closed(await open(GET), ...busy)).toEqual([false, true, false, false, false]);
  expect([connections.open, connections.closedForRoom]).toEqual([4, 2]);
});

test('nor is one whose answer is being made while a later one is ready', async () => {
  await serve();
  const pipelined = (await open(GET + GET)).resume();
  while (answers.length < 2) await soon();
  answers[1]!.end('done');
  const others = [await open(GET), await open(GET), await open(GET)];
  const newcomer = (await open()).resume();
  await soon();

  expect(closed(pipelined, ...others)).toEqual([false, false, false, false]);
  expect(closed(newcomer)).toEqual([true]);
  answers[0]!.end('done');
  await soon();
  const next = await open();
  expect(closed(pipelined, next)).toEqual([true, false]);
});

test('first go the idle ones, the longest idle before the others, then requests half sent, then answers that are not taken', async () => {
  await serve();
  const unread = await open(GET);
  unread.pause();
  answers[0]!.end(LARGE);
  const [sending, old, silent] = [
    (await open(HALF_SENT)).resume(),
    (await open(GET)).resume(),
    (await open()).resume(),
  ];
  answers.at(-1)!.end('done');
  await soon();
  // Heard of last, although it is not the youngest.
  old.write(GET);
  await soon();
  answers.at(-1)!.end('done');
  await soon();

  const gone: boolean[][] = [];
  for (let count = 0; count < 4; count++) {
    (await open(GET)).resume();
    await soon();
    // A paused socket does not notice its end; the server does.
    gone.push([...closed(silent, old, sending), answers[0]!.destroyed]);
  }

  expect(gone).toEqual([
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ]);
});

test('a proxy has no limit of its own, and what was closed is forgotten', async () => {
  await serve({ ...FEW, isProxy: (address) => address === '127.0.0.1' });
  const many = await Promise.all(Array.from({ length: 20 }, () => open()));

  await until(() => connections.open === 20);
  expect([connections.open, ...closed(...many)]).toEqual([20, ...Array<boolean>(20).fill(false)]);
  many.forEach((socket) => socket.destroy());
  await until(() => connections.open === 0);
  expect([connections.open, connections.closedForRoom]).toEqual([0, 0]);
});

test('the first request of each connection is known as such', async () => {
  await serve();
  const socket = await open(GET);
  answers[0]!.end();
  socket.write(GET);
  await soon();
  await open(GET);

  expect(firsts).toEqual([true, false, true]);
});
