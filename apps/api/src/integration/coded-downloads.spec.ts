import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { parseKeySet, verifyAnswer } from '@stackcheck/signing';
import { sha256Of } from '../testing/bought-snapshot';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/snapshot';
const IN_GZIP = { 'accept-encoding': 'gzip', 'want-unencoded-digest': 'sha-256=1' };

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

let api: StarterApi;
beforeEach(async () => {
  api = await startStarterApi();
});
afterEach(() => api.close());

const pay = (target = TARGET, operationId = 'service_eol_snapshot'): string => api.payment(operationId, target);

/** As the bytes come, which `fetch` decodes. */
function get(payment: string, headers: Readonly<Record<string, string>>, target = TARGET): Promise<Received> {
  return new Promise((resolve, reject) => {
    const asked = request(api.url + target, { headers: { 'payment-signature': payment, ...headers }, agent: false });
    asked.on('error', reject).on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { statusCode: status = 0 } = response;
      resolve({ status, headers: response.headers as Record<string, string>, body: Buffer.concat(chunks) });
    });
    asked.end();
  });
}

async function isProven({ headers }: Received, body: Uint8Array, target = TARGET): Promise<boolean> {
  const [keys = '', manifest = ''] = await Promise.all(
    ['/.well-known/jwks.json', '/v1/eol/manifest'].map(async (path) => (await fetch(api.url + path)).text()),
  );
  const url = TEST_BASE_URL + target;
  return verifyAnswer({ body, headers, url, manifests: [JSON.parse(manifest)], keys: parseKeySet(keys) }).proven;
}

test('a download is sent in gzip to a client that wants the digest of what is decoded, with a receipt over that', async () => {
  const { status, headers, body } = await get(pay(), IN_GZIP);
  const decoded = gunzipSync(body);

  expect([status, headers['content-encoding'], headers['content-type'], headers['content-length']]).toEqual([
    200,
    'gzip',
    'application/json; charset=utf-8',
    String(body.length),
  ]);
  expect(body.length).toBeLessThan(decoded.length / 2);
  expect(headers['content-digest']).toBeUndefined();
  expect(headers['unencoded-digest']).toBe(`sha-256=:${Buffer.from(sha256Of(decoded), 'hex').toString('base64')}:`);
  expect(await isProven({ status, headers, body }, decoded)).toBe(true);
  expect(await isProven({ status, headers, body }, Buffer.concat([decoded, Buffer.from(' ')]))).toBe(false);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['that accepts gzip and says no more', { 'accept-encoding': 'gzip' }],
  ['that wants the digest and accepts no coding', { 'want-unencoded-digest': 'sha-256=1' }],
])('a client %s gets the bytes that Content-Digest is of', async (_what, wanted) => {
  const received = await get(pay(), wanted);

  expect([received.headers['content-encoding'], received.headers['unencoded-digest']]).toEqual([undefined, undefined]);
  expect(await isProven(received, received.body)).toBe(true);
});

test('the same payment gets the same content in either form, and is charged once', async () => {
  const payment = pay();
  const coded = await get(payment, IN_GZIP);
  const plain = await get(payment, {});
  const again = await get(payment, IN_GZIP);

  expect(gunzipSync(coded.body).equals(plain.body)).toBe(true);
  expect(again.body.equals(coded.body)).toBe(true);
  expect(`${plain.headers['content-digest']}`).toBe(coded.headers['unencoded-digest']);
  expect(api.facilitator.settleRequests).toHaveLength(1);
});

test('other answers stay as they are, and so do errors', async () => {
  const product = '/v1/eol/nodejs';
  const answer = await get(pay(product, 'service_eol_product'), IN_GZIP, product);
  const refused = await get('x', IN_GZIP);

  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
  expect(await isProven(answer, answer.body, product)).toBe(true);
  expect([refused.status, refused.headers['content-encoding']]).toEqual([402, undefined]);
});

test('a client in a browser may ask for it and read the digest', async () => {
  const preflight = await fetch(api.url + TARGET, { method: 'OPTIONS' });
  const { headers } = await get(pay(), IN_GZIP);

  expect(preflight.headers.get('access-control-allow-headers')).toContain('Want-Unencoded-Digest');
  expect(headers['access-control-expose-headers']).toMatch(/\bPAYMENT-RESPONSE\b.*\bUnencoded-Digest\b/);
});
