import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { mixedLoad, type Exchange } from './mixed-load';

/** Answers each request with what its path says, percent-decoded, in pieces where it holds a `|`. */
function answering(): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const [, path] of chunk.toString('latin1').matchAll(/GET \/(\S*) /g))
        send(socket, decodeURIComponent(path!));
    });
  });
}

function send(socket: Socket, answer: string): void {
  const [first = '', ...others] = answer.split('|');
  socket.write(first);
  others.forEach((piece, at) => setTimeout(() => socket.write(piece), (at + 1) * 20));
  if (answer.includes('end\r\n')) socket.end();
}

const ask = (answer: string, more: Partial<Exchange> = {}): Exchange => ({
  bytes: `GET /${encodeURIComponent(answer)} HTTP/1.1\r\n\r\n`,
  ...more,
});

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';

describe('the mixed load', () => {
  let server: Server;
  let url: string;

  beforeEach(async () => {
    server = answering();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const load = (exchanges: readonly Exchange[]) => {
    const left = [...exchanges];
    return mixedLoad(url, () => left.shift(), 1).then((statuses) => [...statuses]);
  };

  it.each([
    ['one answer after the other', [ask(OK), ask(OK)], [[200, 2]]],
    ['a head in pieces', [ask(OK.replace('Content', '|Con|tent')), ask(OK)], [[200, 2]]],
    ['a body in pieces', [ask(OK.replace('hi', 'h|i')), ask(OK)], [[200, 2]]],
    [
      'no body where there is none to be',
      [ask('HTTP/1.1 204 No Content\r\n\r\n'), ask(OK)],
      [
        [204, 1],
        [200, 1],
      ],
    ],
    ['no body of HEAD', [ask('HTTP/1.1 402 Pay\r\nContent-Length: 9\r\n\r\n', { isHead: true })], [[402, 1]]],
    [
      'a connection that is ended',
      [ask(OK.replace('Content', 'Connection: close\r\nX: end\r\nContent')), ask(OK)],
      [[200, 2]],
    ],
    [
      'a client that went away',
      [ask(OK, { hangsUp: true }), ask(OK)],
      [
        [0, 1],
        [200, 1],
      ],
    ],
    [
      'an answer that may break off',
      [ask('HTTP/1.1 400 end\r\n', { mayBreakOff: true }), ask(OK)],
      [
        [0, 1],
        [200, 1],
      ],
    ],
  ])('counts %s', async (_, exchanges, statuses) => expect(await load(exchanges)).toEqual(statuses));

  it.each([
    ['breaks off', 'HTTP/1.1 200 end\r\n'],
    ['is longer than it says', `${OK}!`],
    ['does not give its length', 'HTTP/1.1 200 OK\r\n\r\nhi'],
  ])('fails on an answer that %s', (_, answer) => expect(load([ask(answer)])).rejects.toThrow(/answer/));
});
