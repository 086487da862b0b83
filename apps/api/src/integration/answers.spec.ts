import { createHash } from 'node:crypto';
import { canonicalJson } from '@stackcheck/signing';
import request from 'supertest';
import { openApiDocument } from '../published/openapi';
import { ROUTES } from '../composition/routes';
import { exampleTarget } from '../published/context';
import type { AnyRoute } from '../catalogue/define-route';
import { descriptionCheck } from '../testing/description-check';
import { samplePublishing } from '../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

/** Read loosely: the published schema is what checks it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
type Answer = Record<string, any>;

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

const faultOf = descriptionCheck(openApiDocument(samplePublishing()));

/** Checks an answer against the published description. */
function answerFault(route: AnyRoute, answer: unknown): string | undefined {
  return faultOf(route.output.schema, answer);
}

function routeOf(operationId: string): AnyRoute {
  return ROUTES.find((route) => route.operationId === operationId)!;
}

async function bought(operationId: string, target: string, body?: unknown): Promise<Answer> {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await api.buy(operationId, target, init);
  const answer = (await response.json()) as Answer;
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  expect(answerFault(routeOf(operationId), answer)).toBeUndefined();
  return answer;
}

test('a product has all its cycles, newest first', async () => {
  const { data, meta } = await bought('service_eol_product', '/v1/eol/node');

  expect(data).toMatchObject({ product: 'nodejs', label: 'Node.js' });
  expect(data.cycles.find(({ cycle }: { cycle: string }) => cycle === '20')).toMatchObject({
    status: 'eol',
    eol: '2026-04-30',
    days_until_eol: -204,
    is_lts: true,
    lts: '2023-10-24',
  });
  expect(meta).toMatchObject({
    dataset: 'eol',
    retrieved_at: '2026-11-20T12:00:00.000Z',
    manifest_url: '/v1/eol/manifest',
    stale: true,
    notice: expect.stringContaining('Starter'),
  });
});

test.each(['24', '24.1.0', 'v24.1.0'])('a cycle is found by %s', async (cycle) => {
  const { data } = await bought('service_eol_cycle', `/v1/eol/nodejs/${cycle}`);

  expect(data).toMatchObject({ product: 'nodejs', label: 'Node.js', cycle: '24', status: expect.any(String) });
});

test('a batch keeps its order and says why an item is unknown', async () => {
  const items = [
    { product: 'nodejs', version: '24.1.0' },
    { product: 'no-such-product', version: '1' },
    { product: 'nodejs', version: '0.1' },
    { product: 'Python', version: '3.12.4' },
  ];

  const { data } = await bought('service_eol_check', '/v1/eol/check', { items });

  expect(data).toMatchObject({ count: 4, matched: 2, unknown_count: 2 });
  expect(data.results.map(({ index, found, reason }: Record<string, unknown>) => [index, found, reason])).toEqual([
    [0, true, undefined],
    [1, false, 'unknown_product'],
    [2, false, 'unknown_version'],
    [3, true, undefined],
  ]);
  expect(data.unknown).toEqual([data.results[1], data.results[2]]);
});

test('GET and POST of a batch answer the same data', async () => {
  const posted = await bought('service_eol_check', '/v1/eol/check', {
    items: [{ product: 'eclipse-temurin', version: '17.0.11+9' }],
  });
  const got = await bought('service_eol_check_get', '/v1/eol/check?items=eclipse-temurin@17.0.11+9');

  expect(got['data']).toEqual(posted['data']);
});

test('an image is split into its parts, under a signature of its own', async () => {
  const image = await bought(
    'service_eol_image',
    `/v1/eol/image?image=${encodeURIComponent('FROM --platform=linux/amd64 node:20-bookworm-slim AS build')}`,
  );
  const product = await bought('service_eol_product', '/v1/eol/nodejs');

  expect(image['data']).toMatchObject({
    registry: 'docker.io',
    repository: 'node',
    tag: '20-bookworm-slim',
    digest: null,
    status: 'eol',
    matched: 2,
    complete: true,
  });
  expect(image['data'].components.map(({ role, resolved }: Record<string, unknown>) => [role, resolved])).toEqual([
    ['image', 'nodejs'],
    ['base_os', 'debian'],
  ]);
  expect(image['meta'].snapshot_id).toBe(product['meta'].snapshot_id);
  expect(image['meta'].signature).not.toBe(product['meta'].signature);
});

test('the snapshot hashes to what its manifest says, and its signature is that of the answers', async () => {
  const { data } = await bought('service_eol_snapshot', '/v1/eol/snapshot');
  const { meta } = await bought('service_eol_product', '/v1/eol/nodejs');

  const digest = createHash('sha256').update(canonicalJson(data.snapshot)).digest('hex');

  expect(data.manifest).toMatchObject({
    sha256: digest,
    signature: meta.signature,
    version: 1,
    prev_snapshot_id: null,
  });
  expect(data.snapshot).toMatchObject({ dataset: 'eol', meta: { upstream_schema_version: expect.any(String) } });
});

describe('free routes', () => {
  test.each(ROUTES.filter((route) => route.price === 'free' && route.output.contentType === 'application/json'))(
    '$method $path answers as described',
    async (route) => {
      const [method, target] = [route.method === 'GET' ? 'get' : 'post', exampleTarget(route)] as const;
      const { body } = await request(api.url)
        [method](target)
        .send(route.example.body as object | undefined)
        .expect(200);

      expect(answerFault(route, body)).toBeUndefined();
    },
  );

  test.each([
    ['eol', 'node', true, 'nodejs', null],
    ['eol', 'nodejs@24.1', true, 'nodejs@24.1', null],
    ['eol', 'nodejs@0.1', false, null, 'unknown_version'],
    ['eol', 'nodjs', false, null, 'unknown_product'],
    ['eol', '__proto__', false, null, 'unknown_product'],
  ])('validate %s %s says only whether it is known', async (dataset, id, valid, canonical, reason) => {
    const { body } = await request(api.url).get('/v1/validate').query({ dataset, id });
    const { data } = body as { data: object };

    expect(data).toEqual({ dataset, id, valid, canonical, reason, suggestions: expect.any(Array) });
    expect(JSON.stringify(data)).not.toMatch(/supported|eol_from|20\d\d-/);
  });

  test.each(['/v1/eol/index', '/v1/eol/manifest', '/openapi.json', '/llms.txt', '/docs/errors', '/.well-known/x402'])(
    '%s answers 304 to its own ETag',
    async (path) => {
      const { headers } = await request(api.url).get(path).expect('Cache-Control', 'public, max-age=300');

      expect(headers['etag']).toMatch(/^"[^"]+"$/);
      await request(api.url).get(path).set('If-None-Match', headers['etag']!).expect(304, '');
    },
  );

  test('the error page has one anchor per code, and JSON on request', async () => {
    const { text: page } = await request(api.url).get('/docs/errors');
    const json = request(api.url).get('/docs/errors').accept('json').expect('Vary', 'Accept, Accept-Encoding');
    const { errors } = (await json).body as { errors: { code: string }[] };

    expect(errors.length).toBeGreaterThan(30);
    for (const { code } of errors) expect(page.split(`id="${code}"`)).toHaveLength(2);
  });

  test.each([
    ['application/json', 'json'],
    ['text/html, application/json', 'html'],
    ['application/json, text/html', 'json'],
    ['application/json;q=0.1, text/html', 'html'],
    ['text/html;q=0.5, application/json;q=0.6', 'json'],
    ['application/*', 'json'],
    ['*/*', 'html'],
    ['image/png', 'html'],
  ])('the error page goes by the weights of Accept: %s is %s', async (accept, form) => {
    const { headers } = await request(api.url).get('/docs/errors').set('Accept', accept).expect(200);

    expect(headers['content-type']).toContain(form);
  });

  test('/health names the starter and the sandbox', async () => {
    const { body } = await request(api.url).get('/health');

    expect(body).toMatchObject({
      payments: { mode: 'sandbox', notice: expect.stringContaining('sandbox'), network: 'eip155:84532' },
      datasets: { eol: { loaded: true, starter: true, stale: true, sellable: true } },
    });
  });

  test('the pages escape what they show and name the snapshot', async () => {
    const { text: home } = await request(api.url).get('/');
    const { text: page } = await request(api.url).get('/p/nodejs');

    expect(home).toContain('sandbox');
    expect(home).toContain('starter selection');
    expect(page).toContain('2026-04-30');
  });

  test('products that are not previewed name only the priced call', async () => {
    const { text: page } = await request(api.url).get('/p/redis');

    expect(page).toContain('/v1/eol/redis');
    expect(page).not.toMatch(/class="(eol|supported|security-only)"/);
  });
});
