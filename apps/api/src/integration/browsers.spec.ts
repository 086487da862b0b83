import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { exampleTarget, paidRoutes } from '../published/context';
import { ROUTES } from '../composition/routes';
import { browserFetch } from '../testing/browser-fetch';
import { ERROR_PRODUCTIONS } from '../testing/error-productions';
import { rawRequest } from '../testing/raw-request';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

const fetchInPage = browserFetch('https://wallet.example');

/** What a wallet in a page must be able to send, and to read (x402 HTTP transport; the official client adds the last). */
const ALLOWED = ['payment-signature', 'x-payment', 'content-type', 'authorization', 'access-control-expose-headers'];
const EXPOSED = [
  'payment-required',
  'payment-response',
  'x-payment-response',
  'www-authenticate',
  'retry-after',
  'etag',
  'link',
];

const namesIn = (list: string | undefined): string[] => (list ?? '').toLowerCase().split(', ');

describe('a preflight', () => {
  const paths = [...new Set(ROUTES.map(({ path }) => path))];

  test.each(paths)('of %s allows what wallets send', async (path) => {
    const target = path.replace(/\{\w+\}/g, 'x');
    const asked = `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nOrigin: https://wallet.example\r\nAccess-Control-Request-Method: GET\r\nConnection: close\r\n\r\n`;

    const { status, headers, body } = await rawRequest(api.url, asked, 3_000);

    const methods = ROUTES.filter((route) => route.path === path).map((route) => route.method);
    expect([status, body]).toEqual([204, '']);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-max-age']).toBe('86400');
    expect(namesIn(headers['access-control-allow-methods'])).toEqual(
      expect.arrayContaining(methods.map((method) => method.toLowerCase())),
    );
    expect(namesIn(headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(ALLOWED));
  });

  test('is answered while nothing is sold, and nowhere is still nowhere', async () => {
    const paused = await startStarterApi({ env: { PAUSED: 'true' } });
    const ask = (url: string) => fetch(url, { method: 'OPTIONS' });
    const statuses = [(await ask(`${paused.url}/v1/eol/nodejs`)).status, (await ask(`${paused.url}/nowhere`)).status];
    await paused.close();

    expect(statuses).toEqual([204, 404]);
  });
});

describe('a page of any origin', () => {
  const payer = privateKeyToAccount(generatePrivateKey());
  const pay = wrapFetchWithPayment(fetchInPage, new x402Client().register('eip155:84532', new ExactEvmScheme(payer)));

  test.each(paidRoutes({ routes: ROUTES }))('pays $method $path with the official client', async (route) => {
    // The official client dates its payments by the real clock.
    api.clock.advance(Date.now() - api.clock.now());
    const init: RequestInit = { method: route.method };
    if (route.body) {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = JSON.stringify(route.example.body);
    }

    const response = await pay(api.url + exampleTarget(route), init);

    expect({ status: response.status, body: response.status === 200 ? '' : await response.text() }).toEqual({
      status: 200,
      body: '',
    });
    expect(response.headers.get('payment-response')).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(response.headers.get('signature')).not.toBeNull();
  });

  test.each([
    'not_found',
    'headers_too_large',
    'payment_required',
    'payment_invalid',
    'bad_request',
    'unknown_id',
  ] as const)('can read %s', async (code) => {
    const response = await ERROR_PRODUCTIONS[code].answer(api);

    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(namesIn(response.headers.get('access-control-expose-headers')!)).toEqual(expect.arrayContaining(EXPOSED));
  });

  test('reads the documents, but would be refused a header that nobody needs', async () => {
    expect((await fetchInPage(`${api.url}/openapi.json`)).headers.get('etag')).toMatch(/^"/);
    await expect(fetchInPage(`${api.url}/health`, { headers: { 'X-Anything': '1' } })).rejects.toThrow('x-anything');
    await expect(fetchInPage(`${api.url}/health`, { method: 'DELETE' })).rejects.toThrow('DELETE');
  });
});
