import { connect } from 'node:net';
import { callFrom } from '../testing/call-from';
import { ask, callTool } from '../testing/mcp-calls';
import { startStarterApi, TEST_BASE_URL, WORK_TAKES_NO_TIME, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
beforeAll(async () => {
  api = await startStarterApi({ overrides: WORK_TAKES_NO_TIME });
});
afterAll(() => api.close());

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

function post(body: string, headers: Readonly<Record<string, string>> = {}) {
  return callFrom('127.0.0.1', `${api.url}/mcp`, { body, headers });
}

describe('a request that is no message', () => {
  it.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH'])('%s is not allowed, and says what is', async (method) => {
    const response = await fetch(`${api.url}/mcp`, { method });

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });

  it('is asked about by browsers, which may send and read every header of the protocol', async () => {
    const { status, headers } = await fetch(`${api.url}/mcp`, { method: 'OPTIONS' });
    const allowed = headers.get('access-control-allow-headers')!.toLowerCase();

    expect([status, headers.get('access-control-allow-methods')]).toEqual([204, 'OPTIONS, POST']);
    for (const name of ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'])
      expect(allowed).toContain(name);
  });

  it.each([
    ['a batch', `[${LIST}]`, 400, -32_600],
    ['an empty batch', '[]', 400, -32_600],
    ['a number', '1', 400, -32_600],
    ['no version', '{"id":1,"method":"ping"}', 400, -32_600],
    ['parameters that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', 400, -32_600],
    ['broken JSON', '{"jsonrpc"', 400, -32_700],
    ['broken UTF-8', '\ud800', 400, -32_700],
    [
      'too deep',
      `{"jsonrpc":"2.0","id":1,"method":"x","params":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`,
      400,
      -32_700,
    ],
    [
      'too long',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { a: 'x'.repeat(66_000) } }),
      413,
      -32_000,
    ],
    ['__proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"a":1}}}', 400, -32_700],
  ])('%s is refused as an error of JSON-RPC', async (_what, body, status, code) => {
    const reply = await post(body);

    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.text)).toMatchObject({ jsonrpc: '2.0', error: { code } });
  });

  it('of another media type is refused before it is read', async () => {
    expect((await post(LIST, { 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  it('that announces more than the limit is refused before it is sent', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 70000\r\n\r\n`,
    );
    const head = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
    socket.destroy();

    expect(head).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('a page of another origin', () => {
  const { host } = new URL(TEST_BASE_URL);

  it.each([
    ['evil.example', undefined, 403],
    ['evil.example:8402', undefined, 403],
    [host, 'https://evil.example', 403],
    [host, 'null', 403],
    [host, 'http://127.0.0.1.evil.example', 403],
    ['localhost:1234', undefined, 200],
    ['10.0.0.7:8402', undefined, 200],
    ['[::1]:8402', undefined, 200],
    [host, TEST_BASE_URL, 200],
    [host, 'http://localhost:6274', 200],
  ])('Host %s, Origin %s: %i', async (sent, origin, status) => {
    const reply = await post(LIST, { Host: sent, ...(origin === undefined ? {} : { Origin: origin }) });

    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.text).not.toContain('tools');
  });
});

describe('the protocol', () => {
  it('begins with initialize in the older era, and names the server', async () => {
    const { result } = await ask(api.url, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    });

    expect(result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'stackcheck' } });
    expect(result!['instructions']).toContain('x402/payment');
    expect(result!['capabilities']).toEqual({ tools: {} });
  });

  it('is discovered in the newer one, and its list of tools may be kept', async () => {
    const era = '2026-07-28';
    const found = await ask(api.url, 'server/discover', {}, { era });
    const listed = await ask(api.url, 'tools/list', {}, { era });

    expect(found.result).toMatchObject({ supportedVersions: [era], capabilities: { tools: {} } });
    expect(listed.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'public' });
    expect(listed.text.length).toBeLessThan(48_000);
  });

  it('opens no stream', async () => {
    const params = { notifications: { toolsListChanged: true } };
    const { error, headers } = await ask(api.url, 'subscriptions/listen', params, { era: '2026-07-28' });

    expect(error!.code).toBe(-32_603);
    expect(headers.get('content-type')).toContain('application/json');
  });

  it('takes notifications without a word', async () => {
    const reply = await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));

    expect([reply.status, reply.text]).toEqual([202, '']);
  });
});

test('free messages of a client are bounded: those over its budget get 429 with a time to wait', async () => {
  // One of many processes has a part of the budget.
  const own = await startStarterApi({ env: { WORKERS: '16', PAYMENTS_MODE: 'off' } });
  const replies: Awaited<ReturnType<typeof callTool>>[] = [];
  while (replies.length < 5_000 && replies.every(({ status }) => status === 200)) {
    const some = Array.from({ length: 100 }, () => callTool(own.url, 'check_image', { image: 'node:24' }));
    replies.push(...(await Promise.all(some)));
  }
  const refused = replies.find(({ status }) => status !== 200);
  const another = await callFrom('127.0.0.2', `${own.url}/mcp`, { body: LIST });
  await own.close();

  expect(refused).toMatchObject({ status: 429, error: { data: { code: 'rate_limited' } } });
  expect(Number(refused!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(another.status).toBe(200);
});
