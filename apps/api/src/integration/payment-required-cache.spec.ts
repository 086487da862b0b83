import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ROUTES } from '../composition/routes';
import { PaymentRequiredCache } from '../fast/payment-required-cache';
import { rawRequest, type RawReply } from '../testing/raw-request';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/nodejs';
const QUIET_MS = 60;

let api: StarterApi;

/** What a caller can tell two answers apart by. */
async function ask(head: string): Promise<Omit<RawReply, 'headBytes'>> {
  const { status, headers, body } = await rawRequest(api.url, `${head}\r\n\r\n`, QUIET_MS);
  return { status, headers: { ...headers, date: '', 'x-request-id': '' }, body };
}

const plain = (target: string, method = 'GET'): string => `${method} ${target} HTTP/1.1\r\nHost: x`;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

const PAID = ROUTES.filter((route) => route.price !== 'free' && route.implemented !== false);

test.each(PAID)('$method $path is answered the same when it is known, whatever the answer', async (route) => {
  const head = plain(route.path.replaceAll(/\{\w+\}/g, 'nodejs'), route.method);

  const first = await ask(head);

  expect(await ask(head)).toEqual(first);
  expect(await ask(`${head}\r\nUser-Agent: probe\r\nAccept: */*`)).toEqual(first);
});

test('two plain calls over one kept connection: the second is answered from the cache', async () => {
  const target = '/v1/eol/python';
  const look = jest.spyOn(PaymentRequiredCache.prototype, 'answer');
  try {
    const one = `${plain(target)}\r\nConnection: keep-alive\r\n\r\n`;
    const statuses = await overOneConnection(api.url, [one, one]);

    expect(statuses).toEqual(['HTTP/1.1 402 Payment Required', 'HTTP/1.1 402 Payment Required']);
    expect(look.mock.results.map(({ value }) => value !== undefined)).toEqual([false, true]);
  } finally {
    look.mockRestore();
  }
});

describe('a known offer is not given to', () => {
  const offered = async (head: string): Promise<boolean> => {
    await ask(plain(TARGET));
    return (await ask(head)).headers['payment-required'] !== undefined;
  };

  test.each([
    ['two Hosts', `${plain(TARGET)}\r\nHost: y`, 400],
    ['no Host', `GET ${TARGET} HTTP/1.1`, 400],
    ['a Host that is none', `GET ${TARGET} HTTP/1.1\r\nHost: a b`, 400],
    ['a transfer coding of its own', `${plain(TARGET)}\r\nTransfer-Encoding: gzip, chunked`, 400],
    ['a body over the limit', `${plain('/v1/eol/check', 'POST')}\r\nContent-Length: 70000`, 413],
    ['another method', plain(TARGET, 'DELETE'), 405],
  ])('%s', async (_, head, status) => {
    await ask(plain('/v1/eol/check', 'POST'));

    expect(await offered(head)).toBe(false);
    expect((await ask(head)).status).toBe(status);
  });

  test('a request that pays', async () => {
    await ask(plain(TARGET));

    expect((await api.buy('service_eol_product', TARGET)).status).toBe(200);
  });

  test('HEAD, which has no body', async () => {
    await ask(plain(TARGET));

    expect(await ask(plain(TARGET, 'HEAD'))).toMatchObject({ status: 402, body: '' });
  });

  test('a caller with an id of its own, who gets it back', async () => {
    await ask(plain(TARGET));

    const asked = await rawRequest(api.url, `${plain(TARGET)}\r\nX-Request-Id: my-own-id-1\r\n\r\n`, QUIET_MS);

    expect(asked.headers['x-request-id']).toBe('my-own-id-1');
  });
});

test('a known offer is made no more once payments are paused', async () => {
  const other = await startStarterApi();
  try {
    await rawRequest(other.url, `${plain(TARGET)}\r\n\r\n`, QUIET_MS);
    writeFileSync(join(other.dataDir, 'paused'), '');
    const deadline = Date.now() + 10_000;
    const status = async () => (await rawRequest(other.url, `${plain(TARGET)}\r\n\r\n`, QUIET_MS)).status;
    while ((await status()) === 402 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));

    expect(await status()).toBe(503);
  } finally {
    await other.close();
  }
});

/** Sends each request when the one before is answered. @returns the status lines */
async function overOneConnection(url: string, requests: readonly string[]): Promise<readonly string[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const statuses: string[] = [];
  for (const request of requests) {
    socket.write(request);
    const [first] = (await once(socket, 'data')) as [Buffer];
    statuses.push(first.toString('latin1').split('\r\n', 1)[0] as string);
  }
  socket.destroy();
  return statuses;
}
