import { Agent } from 'undici';
import { json, raw, startScriptedServer, type Reply, type ScriptedServer } from '../testing/scripted-server';
import { postJson, type JsonPost } from './post-json';

/** As long as a reply may be. */
const BYTES_MAX = 65_536;

let server: ScriptedServer;
let agent: Agent;
beforeEach(async () => {
  server = await startScriptedServer();
  agent = new Agent();
});
afterEach(async () => {
  await server.close();
  await agent.destroy();
});

const post = (changed: Partial<JsonPost> = {}) =>
  postJson(agent, {
    origin: server.url,
    path: '/a?b=c',
    headers: { 'x-a': '1' },
    body: '{}',
    timeoutMs: 2_000,
    ...changed,
  });

it.each([
  ['a body', '{"a":1}', 'POST', 'application/json'],
  ['bytes', Buffer.from('{"a":1}'), 'POST', 'application/json'],
  ['none', null, 'GET', undefined],
])('a call with %s says what it sends', async (_what, body, method, contentType) => {
  await post({ body });

  const [received] = server.received;
  expect(received).toMatchObject({ method, url: '/a?b=c', body: body === null ? '' : '{"a":1}' });
  expect([received!.headers['content-type'], received!.headers['x-a']]).toEqual([contentType, '1']);
});

it.each([0, 1, BYTES_MAX])('a reply of %d bytes is read', async (bytes) => {
  server.reply = raw(203, 'x'.repeat(bytes));

  expect(await post()).toEqual({ kind: 'reply', status: 203, text: 'x'.repeat(bytes) });
});

it('a longer one is not, whatever its pieces', async () => {
  server.reply = (_request, response) => {
    response.writeHead(200).write('x'.repeat(BYTES_MAX));
    response.end('x');
  };

  expect(await post()).toEqual({ kind: 'lost', reason: 'the reply is too long' });
});

it('a letter that two pieces share is one letter', async () => {
  const text = Buffer.from('"é"');
  const inTwo: Reply = (_request, response) => {
    response.writeHead(200).write(text.subarray(0, 2));
    setTimeout(() => response.end(text.subarray(2)), 20);
  };
  server.reply = inTwo;

  expect(await post()).toMatchObject({ text: '"é"' });
});

it('a call whose time is over is given up, and its connection with it', async () => {
  let closed!: () => void;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  // The connection stands already, however busy the machine is.
  await post();
  server.reply = (_request, response) => void response.on('close', closed);

  expect(await post({ timeoutMs: 500 })).toEqual({ kind: 'lost', reason: 'no answer within 500 ms' });
  await isClosed;
});

it('nothing is sent after it was said that nothing was', async () => {
  const busy = new Agent({ connections: 1, pipelining: 1 });
  const served: (string | undefined)[] = [];
  let answerFirst!: () => void;
  server.reply = (request, response) => {
    served.push(request.url);
    if (request.url === '/first') answerFirst = () => json(200, {})(request, response);
    else json(200, {})(request, response);
  };
  const ask = (path: string, timeoutMs: number) =>
    postJson(busy, { origin: server.url, path, headers: {}, body: '{}', timeoutMs });

  const first = ask('/first', 10_000);
  expect(await ask('/second', 50)).toMatchObject({ kind: 'not_sent' });
  while (served.length === 0) await new Promise((resolve) => setImmediate(resolve));
  answerFirst();
  expect([(await first).kind, (await ask('/third', 10_000)).kind]).toEqual(['reply', 'reply']);
  expect(served).toEqual(['/first', '/third']);
  await busy.destroy();
});
