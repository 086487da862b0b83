import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPackSnapshot } from '@stackcheck/advisory-pack';
import { checkPurls } from '@stackcheck/osv-core';
import { verifyAnswer, type KeySet } from '@stackcheck/signing';
import { AdvisoryShop } from '../testing/advisory-shop';
import { OSV_SNAPSHOT, sha256Of, verifiedSnapshot } from '../testing/bought-snapshot';
import { expectError } from '../testing/expect-error';
import { startStarterApi, TEST_BASE_URL, type StarterApi } from '../testing/starter-api';

const { operationId, target: WHOLE } = OSV_SNAPSHOT;
const PACK = `${WHOLE}?form=pack`;

const [, recipe] = /```js\n(const \{ openPackSnapshot[^]*?)```/.exec(
  readFileSync(join(__dirname, '../../../../docs/signing.md'), 'utf8'),
)!;
// As a reader would paste it.
const checkByRecipe = new Function('require', `${recipe}; return check;`)(require) as (
  ...args: readonly [pack: Uint8Array, manifest: string, keys: string, purls: readonly string[]]
) => { readonly vulnerable: number };

/** A bought pack after every check that a buyer can make. */
async function verifiedPack(api: StarterApi, response: Response, published?: unknown) {
  const body = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.stackcheck.advisory-pack',
  ]);
  expect(response.headers.get('content-length')).toBe(String(body.length));
  const [keys, current] = (await Promise.all(
    ['/.well-known/jwks.json', '/v1/osv/manifest'].map(async (path) => (await fetch(api.url + path)).json()),
  )) as [KeySet, unknown];
  const headers = Object.fromEntries(response.headers);
  const answer = { url: `${TEST_BASE_URL}${PACK}`, headers, body, manifests: [], keys };
  expect(verifyAnswer(answer).claims).toMatchObject([{ subject: 'receipt', proven: true }]);
  return { body, ...openPackSnapshot(body, (published ?? current) as object, keys) };
}

describe('GET /v1/osv/snapshot?form=pack', () => {
  let shop: AdvisoryShop;
  let api: StarterApi;
  beforeAll(async () => {
    shop = await AdvisoryShop.start();
    ({ api } = shop);
    await shop.next();
  }, 240_000);
  afterAll(() => api.close());

  const pack = (header = shop.pay(PACK)) => shop.get(header, api.url, PACK);

  test('is sold at the price of the whole, proven by its manifest, and answers as the service does', async () => {
    const { body, index, manifest } = await verifiedPack(api, await pack());
    const purls = [
      'pkg:npm/lodash@4.17.15',
      'pkg:npm/lodahs@1.0.0',
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
    ];

    const asked = await api.buy('service_osv_check', '/v1/osv/check', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ purls }),
    });

    const { data } = (await asked.json()) as { data: { results: { vulnerability_count: number }[] } };
    expect(checkPurls(index, purls).results.map((result) => result.checked && result.vulnerability_count)).toEqual(
      data.results.map(({ vulnerability_count: count }) => count),
    );
    const texts = ['/v1/osv/manifest', '/.well-known/jwks.json'].map(async (path) =>
      (await fetch(api.url + path)).text(),
    );
    const [published, keys] = (await Promise.all(texts)) as [string, string];
    expect(checkByRecipe(body, published, keys, purls).vulnerable).toBe(2);
    expect(() => checkByRecipe(body.subarray(1), published, keys, purls)).toThrow('pack');
    expect(manifest.scopes.map(({ name }) => name)).toEqual(['index', 'pack']);
    expect(manifest.scopes[1]?.scope).toBe(`dataset+pack-map:${sha256Of(body)}`);
    const offers = await Promise.all([WHOLE, PACK].map((target) => fetch(api.url + target)));
    const prices = offers.map(({ headers }) => {
      const required = Buffer.from(headers.get('payment-required')!, 'base64').toString();
      return (JSON.parse(required) as { accepts: { amount: string }[] }).accepts[0]?.amount;
    });
    expect(prices).toEqual(['500000', '500000']);
  });

  test('comes again byte for byte for the same payment, also after the next snapshot', async () => {
    const header = shop.pay(PACK);
    const published: unknown = await (await fetch(`${api.url}/v1/osv/manifest`)).json();
    const { body } = await verifiedPack(api, await pack(header));
    const settled = api.facilitator.settleRequests.length;
    await shop.next();

    const again = await verifiedPack(api, await pack(header), published);

    expect(again.body.equals(body)).toBe(true);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
    expect((await verifiedPack(api, await pack())).body.equals(body)).toBe(false);
  });

  test('is another answer than the JSON: a payment buys the form that it was sent for', async () => {
    const header = shop.pay(PACK);
    await verifiedPack(api, await pack(header));

    await expectError(await shop.get(header), 'payment_id_conflict');
    await verifiedSnapshot(api, await shop.get(shop.pay(`${WHOLE}?form=json`), api.url, `${WHOLE}?form=json`));
  });

  test.each<[string, string, RegExp]>([
    [
      `${PACK}&since=osv-20261119T062205Z-1a2b3c4d`,
      'since',
      /leave out "since" for the pack, or "form" for what changed/,
    ],
    [`${WHOLE}?form=zip`, 'another form', /form must be "json" or "pack"/],
  ])('%s is refused for %s, and nothing is charged', async (target, _what, message) => {
    const settled = api.facilitator.settleRequests.length;

    const error = await expectError(await api.buy(operationId, target), 'bad_request');

    expect(error.message).toMatch(message);
    const dry = await fetch(api.url + target, { headers: { Prefer: 'validate-only' } });
    expect(JSON.stringify(await dry.json())).toContain(JSON.stringify(error.message).slice(1, -1));
    expect(api.facilitator.settleRequests).toHaveLength(settled);
    api.clock.advance(61_000);
  });

  test('is not sold while its file is damaged, and nothing is charged; the JSON is', async () => {
    const before = readdirSync(join(api.dataDir, 'osv'));
    await shop.next();
    const added = readdirSync(join(api.dataDir, 'osv')).find(
      (name) => name.endsWith('.pack') && !before.includes(name),
    )!;
    const path = join(api.dataDir, 'osv', added);
    const header = shop.pay(PACK);
    const settled = api.facilitator.settleRequests.length;
    renameSync(path, `${path}.away`);

    await expectError(await pack(header), 'dataset_unavailable');
    expect(api.facilitator.settleRequests).toHaveLength(settled);
    await verifiedSnapshot(api, await shop.get(shop.pay()));

    renameSync(`${path}.away`, path);
    await verifiedPack(api, await pack(header));
    rmSync(path);
    expect((await expectError(await pack(header), 'snapshot_expired')).message).toMatch(/not kept/);
  });

  test('of a snapshot that was published without one is 503 before anything is charged', async () => {
    await shop.publish(false);
    await api.refresh();
    const settled = api.facilitator.settleRequests.length;
    const header = shop.pay(PACK);

    const { message } = await expectError(await pack(header), 'dataset_unavailable');

    expect(message).toMatch(/published without a pack/);
    const dry = await fetch(api.url + PACK, { headers: { Prefer: 'validate-only' } });
    expect(dry.status).toBe(503);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
    await verifiedSnapshot(api, await shop.get(shop.pay()));
    await shop.next();
    await verifiedPack(api, await pack());
  });
});

test('the starter selection has a pack, too, which calls nothing clean; other datasets have none', async () => {
  const api = await startStarterApi();
  try {
    const { index } = await verifiedPack(api, await api.buy(operationId, PACK));

    expect(index.complete).toBe(false);
    const { results } = checkPurls(index, ['pkg:npm/lodash@4.17.15', 'pkg:npm/unheard-of@1.0.0']);
    expect(results).toMatchObject([{ vulnerable: true }, { checked: false, reason: 'no_data' }]);
    await expectError(await api.buy('service_eol_snapshot', '/v1/eol/snapshot?form=pack'), 'bad_request');
  } finally {
    await api.close();
  }
});
