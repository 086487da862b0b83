import { ROUTES } from '../composition/routes';
import type { AnyRoute } from '../catalogue/define-route';
import { rawRequest, type RawReply } from '../testing/raw-request';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

/** What proxies of the usual size pass on; nginx takes 4 KB for a whole answer head by default. */
const HEADER_BYTES_MAX = 3_072;
const SELLABLE = ROUTES.filter((route) => route.price !== 'free' && route.implemented !== false);

function targetOf(route: AnyRoute, query = new URLSearchParams(route.example.queryParams).toString()): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(route.example.pathParams?.[name] ?? 'eol'),
  );
  return path + (query ? `?${query}` : '');
}

/** One request over a raw socket, so that the bytes of the answer's head can be counted. */
function ask(method: string, target: string, headers: Record<string, string> = {}, body = ''): Promise<RawReply> {
  const lines = { Host: 'x', Connection: 'close', 'Content-Length': String(body.length), ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return rawRequest(api.url, `${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n${body}`, 3_000);
}

function expectSound({ status, headers, headBytes }: RawReply): void {
  expect(headBytes).toBeLessThan(HEADER_BYTES_MAX);
  expect(headers['x-powered-by']).toBeUndefined();
  expect(headers['server']).toBeUndefined();
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  if (status !== 402) expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9-]{8,64}$/);
}

function expectUncached({ headers }: RawReply): void {
  expect(headers['cache-control']).toMatch(/^(private, )?no-store$/);
  expect(headers['etag']).toBeUndefined();
}

describe.each(SELLABLE)('$method $path', (route) => {
  test('its offer fits into 3 KB of headers and is not kept', async () => {
    const reply = await ask(route.method, targetOf(route));

    expect(reply.status).toBe(402);
    expectSound(reply);
    expectUncached(reply);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('its paid answer fits into 3 KB of headers and is not kept, also when it is asked conditionally', async () => {
    const target = targetOf(route);
    const payment = api.payment(route.operationId, target);
    const body = route.body ? JSON.stringify(route.example.body) : '';
    const headers = { 'PAYMENT-SIGNATURE': payment, 'If-None-Match': '*', 'Content-Type': 'application/json' };

    const reply = await ask(route.method, target, headers, body);

    expect(reply.status).toBe(200);
    expectSound(reply);
    expectUncached(reply);
  });
});

test('the offer for an image of 256 characters fits too', async () => {
  const reply = await ask('GET', `/v1/eol/image?image=${'a'.repeat(256)}`);

  expect(reply.status).toBe(402);
  expectSound(reply);
});

describe('errors', () => {
  test.each([
    ['GET', '/nowhere', 404],
    ['PUT', '/health', 405],
    ['GET', '/v1/eol/%zz', 400],
    ['GET', `/v1/validate?${'x'.repeat(20_000)}=1`, 400],
    ['GET', `/v1/validate?dataset=eol&id=${'x'.repeat(20_000)}`, 400],
  ])('%s %.40s is not kept', async (method, target, status) => {
    const reply = await ask(method, target);

    expect(reply.status).toBe(status);
    expectSound(reply);
    expectUncached(reply);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    if (reply.headers['retry-after']) expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect((JSON.parse(reply.body) as { error: { message: string } }).error.message.length).toBeLessThan(300);
  });

  test('what is refused before a request exists is JSON, not kept, and ends the connection', async () => {
    const reply = await rawRequest(api.url, 'nonsense\r\n\r\n');

    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
  });
});

describe('free documents', () => {
  test.each(ROUTES.filter((route) => (route.price === 'free' && route.dataset !== undefined) || route.anyQuery))(
    '$path says how long it may be kept, and has a strong tag only then',
    async (route) => {
      const reply = await ask('GET', targetOf(route));

      expectSound(reply);
      const { etag, 'cache-control': caching } = reply.headers;
      expect(caching).toMatch(/^(no-store|public, max-age=\d+(, immutable)?)$/);
      if (etag) expect(caching).toMatch(/^public, /);
      if (etag) expect(etag).toMatch(/^"[\w+/=-]{20,}"$/);
    },
  );
});

test('a browser of any origin may pay without credentials, and asks once a day', async () => {
  const { status, headers } = await ask('OPTIONS', '/v1/eol/check', { Origin: 'https://app.example' });

  expect(status).toBe(204);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-max-age': '86400',
    'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
  });
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  for (const name of [
    'PAYMENT-SIGNATURE',
    'X-PAYMENT',
    'Content-Type',
    'Authorization',
    'If-None-Match',
    'X-Request-Id',
  ])
    expect(headers['access-control-allow-headers']).toContain(name);
  for (const name of [
    'PAYMENT-REQUIRED',
    'PAYMENT-RESPONSE',
    'WWW-Authenticate',
    'Retry-After',
    'ETag',
    'Content-Digest',
  ])
    expect(headers['access-control-expose-headers']).toContain(name);
});

describe('the request id', () => {
  test('is the caller’s when it is well-formed', async () => {
    expect((await ask('GET', '/livez', { 'X-Request-Id': 'a1b2c3d4-e5f6' })).headers['x-request-id']).toBe(
      'a1b2c3d4-e5f6',
    );
  });

  test('comes back with an offer when the caller sent one, and with every refusal of a payment', async () => {
    const idOf = async (headers: Record<string, string>): Promise<string | undefined> =>
      (await ask('GET', '/v1/eol/nodejs', headers)).headers['x-request-id'];

    expect(await idOf({})).toBeUndefined();
    expect(await idOf({ 'X-Request-Id': 'a1b2c3d4-e5f6' })).toBe('a1b2c3d4-e5f6');
    expect(await idOf({ 'X-PAYMENT': 'garbage' })).toMatch(/^[0-9a-f]{12}-/);
  });

  test.each(['short', 'x'.repeat(65), 'with blank inside', 'semi;colon;colon', 'eyJhIjoxfQ=='])(
    'is our own instead of "%s"',
    async (given) => {
      const id = (await ask('GET', '/livez', { 'X-Request-Id': given })).headers['x-request-id'];

      expect(id).not.toBe(given);
      expect(id).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
    },
  );

  test('differs from one request to the next', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await ask('GET', '/livez')).headers['x-request-id']),
    );

    expect(new Set(ids).size).toBe(20);
  });
});
