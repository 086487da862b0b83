import { decodePaymentRequiredHeader } from '@x402/core/http';
import Ajv2020 from 'ajv/dist/2020';
import request from 'supertest';
import { exampleTarget, paidRoutes } from '../published/context';
import { ROUTES } from '../composition/routes';
import { rawRequest } from '../testing/raw-request';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

/** The discovery extension as a directory reads it. */
interface BazaarBlock {
  readonly info: object;
  readonly schema: object;
  readonly routeTemplate?: string;
}

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

const PAID = paidRoutes({ routes: ROUTES });

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

  test('keeps its head under 4 KB, however long the URL called', async () => {
    const name = route.path.includes('{') ? '' : `${target.includes('?') ? '&' : '?'}items=`;
    const fill = (length: number): string =>
      route.path.includes('{')
        ? route.path.replace(/\{\w+\}/g, 'p'.repeat(length))
        : target + name + 'p'.repeat(length);

    for (const called of [target, fill(200), fill(700), fill(1_300), fill(5_000), fill(20_000)]) {
      const asked = `${route.method} ${called} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
      const { status, headBytes, headers } = await rawRequest(api.url, asked, 3_000);

      expect({ status, under4KB: headBytes < 4_096 }).toEqual({ status: 402, under4KB: true });
      expect(Object.keys(headers)).toContain('payment-required');
    }
  });

  test('has a discovery block that obeys its own schema and names the template of the path', async () => {
    const response = await fetch(api.url + target, { method: route.method });
    const { extensions } = decodePaymentRequiredHeader(response.headers.get('payment-required')!);
    const { info, schema, routeTemplate } = extensions!['bazaar'] as unknown as BazaarBlock;

    expect(new Ajv2020({ strict: false }).validate(schema, info)).toBe(true);
    expect(info).toMatchObject({
      input: { type: 'http', method: route.method },
      output: { type: 'json', example: {} },
    });
    expect(routeTemplate).toBe(route.path.includes('{') ? route.path.replace(/\{(\w+)\}/g, ':$1') : undefined);
    if (routeTemplate) expect(routeTemplate).toMatch(/^\/[a-zA-Z0-9_/:.\-~%]+$/);
  });

  test('never comes with a settlement, not even on HEAD with a payment', async () => {
    const before = api.facilitator.settleRequests.length;
    if (route.method === 'GET') {
      const header = api.payment(route.operationId, target);
      const head = request(api.url).head(target).set('PAYMENT-SIGNATURE', header);

      await head.expect(402).expect('Payment-Required', /^ey/);
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
  const asked =
    method === 'POST' ? request(api.url).post(target).type('text').send('{broken') : request(api.url).get(target);

  await asked.expect(402);
});

describe('a URL that is too long for the header of its offer', () => {
  const target = `/v1/eol/check?items=${Array(50)
    .fill(`nodejs@24,${'p'.repeat(60)}@1`)
    .join()
    .split(',')
    .slice(0, 50)
    .join()}`;

  test.each([
    ['the route, as the offer does', `${TEST_BASE_URL}/v1/eol/check`, 200],
    ['the URL called', TEST_BASE_URL + target, 200],
    ['another route', `${TEST_BASE_URL}/v1/eol/image`, 402],
    ['another query', `${TEST_BASE_URL}/v1/eol/check?items=go@1`, 402],
  ])('is paid for by a payment that names %s', async (_name, resourceUrl, status) => {
    const offered = await request(api.url).get(target);
    const offer = decodePaymentRequiredHeader(offered.headers['payment-required']!);
    const response = await api.buy('service_eol_check_get', target, undefined, { resourceUrl });

    expect(target.length).toBeGreaterThan(480);
    expect(offer.resource.url).toBe(`${TEST_BASE_URL}/v1/eol/check`);
    expect(response.status).toBe(status);
  });

  test('is the only one that the route alone may stand for', async () => {
    const short = await api.buy('service_eol_check_get', '/v1/eol/check?items=go@1.26', undefined, {
      resourceUrl: `${TEST_BASE_URL}/v1/eol/check`,
    });

    expect([short.status, (await short.text()).includes('payment_wrong_resource')]).toEqual([402, true]);
  });
});

test('a challenge next to the offer leaves its head under 4 KB, too', async () => {
  const other = await startStarterApi({ env: { L402: 'sandbox' } });
  try {
    for (const route of PAID) {
      const body = route.example.body === undefined ? '' : JSON.stringify(route.example.body);
      const path = exampleTarget(route).replace(/\?.*$/, '');
      const longer = route.operationId === 'service_eol_check_get' ? [200, 440] : [];
      for (const called of [exampleTarget(route), ...longer.map((length) => `${path}?items=${longItems(length)}`)]) {
        const asked = `${route.method} ${called} HTTP/1.1\r\nHost: x\r\nAccept-Payment: l402\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
        const { status, headBytes, headers } = await rawRequest(other.url, asked, 3_000);
        // Invoices of before expire meanwhile; each client may have only so many.
        other.clock.advance(900_000);

        expect({ called, status, headBytes: Math.max(headBytes, 4_095) }).toEqual({
          called,
          status: 402,
          headBytes: 4_095,
        });
        expect({ called, challenge: headers['www-authenticate'] }).toEqual({
          called,
          challenge: expect.stringMatching(/^L(402|SAT) /),
        });
      }
    }
  } finally {
    await other.close();
  }
});

test('the resource comes from configuration, never from forwarded headers', async () => {
  const forwarded = {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'host=evil.example',
  };
  const { headers } = await request(api.url).get('/v1/eol/nodejs').set(forwarded);

  expect(decodePaymentRequiredHeader(headers['payment-required']!).resource.url).toBe(`${TEST_BASE_URL}/v1/eol/nodejs`);
});

/** Items of this length, the first of them known, so that there is an answer to sell. */
function longItems(length: number): string {
  const [known, filling] = ['nodejs@24', ',pppppppp@1'];
  return (known + filling.repeat(Math.ceil(length / filling.length)))
    .slice(0, length)
    .replace(/,[^,]*$/, '')
    .padEnd(length, '0');
}
