import { decodePaymentRequiredHeader } from '@x402/core/http';
import { CATALOGUE } from '../routes/catalogue';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

const PAID = CATALOGUE.filter((route) => route.price !== 'free' && route.implemented !== false);

/** A target of the route that asks for its example. */
function exampleTarget(route: (typeof PAID)[number]): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(route.example.pathParams![name]!),
  );
  const query = new URLSearchParams(route.example.queryParams).toString();
  return path + (query ? `?${query}` : '');
}

describe.each(PAID)('the offer of $method $path', (route) => {
  const target = exampleTarget(route);

  test('serves both protocol versions in one 402, for the very URL called', async () => {
    const response = await fetch(api.url + target, { method: route.method });
    const body = (await response.json()) as object;
    const offer = decodePaymentRequiredHeader(response.headers.get('payment-required')!);

    expect(response.status).toBe(402);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(offer).toMatchObject({
      x402Version: 2,
      error: 'payment_required',
      resource: { url: TEST_BASE_URL + target },
      accepts: [
        { scheme: 'exact', network: 'eip155:84532', maxTimeoutSeconds: 60, extra: { name: 'USDC', version: '2' } },
      ],
    });
    expect(body).toMatchObject({
      x402Version: 1,
      accepts: [
        { network: 'base-sepolia', resource: TEST_BASE_URL + target, maxAmountRequired: offer.accepts[0]!.amount },
      ],
      error: { code: 'payment_required', docs: `${TEST_BASE_URL}/docs/errors#payment_required` },
    });
  });

  test('keeps all headers under 4 KB', async () => {
    const response = await fetch(api.url + target, { method: route.method });
    const size = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);

    expect(size).toBeLessThan(4096);
  });

  test('never comes with a settlement, not even on HEAD with a payment', async () => {
    const before = api.facilitator.settleRequests.length;
    if (route.method === 'GET') {
      const header = api.payment(route.operationId, target);
      const response = await fetch(api.url + target, { method: 'HEAD', headers: { 'PAYMENT-SIGNATURE': header } });

      expect([response.status, response.headers.has('payment-required'), await response.text()]).toEqual([
        402,
        true,
        '',
      ]);
    }
    expect(api.facilitator.settleRequests).toHaveLength(before);
  });
});

test.each([
  ['GET', '/v1/eol/no-such-product'],
  ['GET', '/v1/eol/check'],
  ['GET', '/v1/eol/check?items=a&items=b'],
  ['GET', '/v1/eol/image?unknown=1'],
  ['POST', '/v1/eol/check'],
])('the offer of %s %s is made before its input is read', async (method, target) => {
  const response = await fetch(api.url + target, { method, ...(method === 'POST' ? { body: '{broken' } : {}) });

  expect(response.status).toBe(402);
});

test('the resource comes from configuration, never from forwarded headers', async () => {
  const response = await fetch(`${api.url}/v1/eol/nodejs`, {
    headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example' },
  });

  expect(decodePaymentRequiredHeader(response.headers.get('payment-required')!).resource.url).toBe(
    `${TEST_BASE_URL}/v1/eol/nodejs`,
  );
});

test('a browser may pay: preflight and exposed headers', async () => {
  const preflight = await fetch(`${api.url}/v1/eol/check`, { method: 'OPTIONS' });
  const offer = await fetch(`${api.url}/v1/eol/nodejs`);

  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('PAYMENT-SIGNATURE');
  expect(offer.headers.get('access-control-expose-headers')).toContain('PAYMENT-REQUIRED');
  expect(offer.headers.get('access-control-allow-origin')).toBe('*');
});
