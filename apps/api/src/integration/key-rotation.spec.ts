import { parseKeySet, verifyAnswer, type KeySet } from '@stackcheck/signing';
import { revokeKey, rotateKey } from '@stackcheck/store-sqlite/keys';
import { followKeys } from '@stackcheck/signing/keys';
import request from 'supertest';
import { receiptFiles } from '../sale/payments/keys';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

const TARGET = '/v1/eol/nodejs';
let api: StarterApi;
let manifest: unknown;
beforeAll(async () => {
  api = await startStarterApi();
  manifest = (await request(api.url).get('/v1/eol/manifest')).body as unknown;
});
afterAll(() => api.close());

const published = async (): Promise<KeySet> => parseKeySet((await request(api.url).get('/.well-known/jwks.json')).text);

async function buy() {
  const response = await api.buy('service_eol_product', TARGET);
  expect(response.status).toBe(200);
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  return (keys: KeySet) => verifyAnswer({ url: TEST_BASE_URL + TARGET, headers, body, manifests: [manifest], keys });
}

test('every answer is proven over a rotation and a restart of neither; after a revocation none of the revoked key is', async () => {
  const pinned = await published();
  const before = await buy();
  const { to } = rotateKey(receiptFiles(api.dataDir), { nowMs: api.clock.now(), overlapMs: 60_000 });
  api.clock.advance(1_001);
  const coming = await published();
  const during = await buy();
  api.clock.advance(60_000);
  const after = await buy();

  expect([before, during, after].map((check) => check(coming).claims[0])).toMatchObject([
    { proven: true, keyId: pinned.keys.at(-1)!.kid },
    { proven: true, keyId: pinned.keys.at(-1)!.kid },
    { proven: true, keyId: to },
  ]);
  expect(after(pinned).proven).toBe(false);
  const followed = followKeys(pinned, await published()).set;
  expect([before, during, after].map((check) => check(followed).proven)).toEqual([true, true, true]);

  revokeKey(receiptFiles(api.dataDir), { reason: 'stolen', nowMs: api.clock.now() });
  api.clock.advance(1_001);
  const last = await buy();
  const now = await published();
  expect([before, during, after, last].map((check) => check(now).proven)).toEqual([true, true, false, true]);
  expect(after(followKeys(followed, now).set).claims[0]!.fault).toMatch(/not among the keys/);
});
