import type { ErrorCode } from '@stackcheck/contract';
import request from 'supertest';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

describe('paths and methods', () => {
  test.each([
    '/nowhere',
    '/v1',
    '/v1/eol/',
    '/V1/eol/nodejs',
    '/v1/eol/a/b/c',
    '//v1/eol/nodejs',
    '/health/',
    '/favicon.png',
  ])('%s is not found', async (path) => void (await expectError(await request(api.url).get(path), 'not_found')));

  test.each([
    ['DELETE', '/v1/eol/check', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/v1/eol/image', 'GET, HEAD, OPTIONS'],
    ['PUT', '/health', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/stack/check', 'POST, OPTIONS'],
  ])('%s %s names the allowed methods', async (method, path, allow) => {
    const response = await fetch(api.url + path, { method });

    await expectError(response, 'method_not_allowed');
    expect(response.headers.get('allow')).toBe(allow);
  });

  test('broken percent-encoding in the path is a bad request', async () => {
    await expectError(await request(api.url).get('/v1/eol/%zz'), 'bad_request');
  });
});

describe('an input error of a paid call is free and settles nothing', () => {
  const long = 'x'.repeat(201);

  test.each<[string, string, ErrorCode, RegExp]>([
    ['service_eol_product', '/v1/eol/nodjs', 'unknown_id', /nodjs/],
    ['service_eol_product', '/v1/eol/__proto__', 'unknown_id', /__proto__/],
    ['service_eol_product', '/v1/eol/constructor', 'unknown_id', /constructor/],
    ['service_eol_product', `/v1/eol/${long}`, 'bad_request', /product must be 1 to 200/],
    ['service_eol_product', '/v1/eol/a%00b', 'bad_request', /product must not hold control/],
    ['service_eol_product', '/v1/eol/nodejs?extra=1', 'bad_request', /"extra" is not known/],
    ['service_eol_product', '/v1/eol/nodejs?e%0dx=1', 'bad_request', /"e\ufffdx" is not known/],
    ['service_eol_image', '/v1/eol/image?a%1b=1&a%1b=1', 'bad_request', /"a\ufffd" is repeated/],
    ['service_eol_product', '/v1/eol/nodejs?product=go', 'bad_request', /"product" is not known/],
    ['service_eol_cycle', '/v1/eol/nodejs/0.1', 'unknown_id', /no listed cycle of nodejs/],
    ['service_eol_cycle', `/v1/eol/nodejs/${long}`, 'bad_request', /cycle must be 1 to 200/],
    ['service_eol_image', '/v1/eol/image', 'bad_request', /^query parameter image is missing; it must be a string/],
    ['service_eol_image', '/v1/eol/image?image=', 'bad_request', /image must be 1 to 256/],
    ['service_eol_image', `/v1/eol/image?image=${'a'.repeat(257)}`, 'bad_request', /image must be 1 to 256/],
    ['service_eol_image', '/v1/eol/image?image=node&image=go', 'bad_request', /repeated/],
    ['service_eol_image', '/v1/eol/image?image=%zz', 'bad_request', /percent-encoding/],
    ['service_eol_image', '/v1/eol/image?image=Bad:::ref', 'bad_request', /./],
    ['service_eol_image', '/v1/eol/image?image=FROM+%24BASE', 'bad_request', /BASE/],
    ['service_eol_image', '/v1/eol/image?image=my-own-app:1', 'unknown_id', /./],
    ['service_eol_image', '/v1/eol/image?image=node', 'unknown_id', /pin/],
    [
      'service_eol_check_get',
      '/v1/eol/check',
      'bad_request',
      /^query parameter items is missing; it must be a string, such as nodejs@24,python@3\.12\.4$/,
    ],
    [
      'service_eol_check_get',
      '/v1/eol/check?item=a@1',
      'bad_request',
      /"item" is not known on this route; did you mean "items"/,
    ],
    ['service_eol_image', `/v1/eol/image?${'a&'.repeat(51)}`, 'bad_request', /repeated/],
    [
      'service_eol_image',
      `/v1/eol/image?${Array.from({ length: 51 }, (_, at) => `a${at}`).join('&')}`,
      'bad_request',
      /more than 50 parameters/,
    ],
    ['service_eol_check_get', '/v1/eol/check?items=a', 'bad_request', /items/],
    ['service_eol_check_get', '/v1/eol/check?items=nodejs', 'bad_request', /@/],
    [
      'service_eol_check_get',
      `/v1/eol/check?items=nodejs@24,nodejs@${long}`,
      'bad_request',
      /items\[1\]\.version must be 1 to 200/,
    ],
    ['service_eol_check_get', '/v1/eol/check?items=no-such@1', 'unknown_id', /none of the items/],
    ['service_eol_check_get', `/v1/eol/check?items=${'nodejs@24,'.repeat(50)}nodejs@24`, 'too_many_items', /51/],
  ])('%s %s → %s', async (operationId, target, code, message) => {
    const response = await api.buy(operationId, target);

    expect((await expectError(response, code)).message).toMatch(message);
    expect(api.facilitator.settleRequests).toHaveLength(0);
  });

  const item = { product: 'nodejs', version: '24' };
  test.each<[string, string | Buffer, Record<string, string>, ErrorCode, RegExp]>([
    [
      'a number for a version',
      JSON.stringify({ items: [{ product: 'python', version: 3.1 }] }),
      {},
      'bad_request',
      /items\[0\]\.version must be a string/,
    ],
    [
      'a missing version',
      JSON.stringify({ items: [item, { product: 'go' }] }),
      {},
      'bad_request',
      /items\[1\]\.version/,
    ],
    ['an unknown property', JSON.stringify({ items: [item], extra: 1 }), {}, 'bad_request', /"extra" is not known/],
    [
      'an unknown property of an item',
      JSON.stringify({ items: [{ ...item, extra: 1 }] }),
      {},
      'bad_request',
      /"items\[0\]\.extra" is not known/,
    ],
    [
      'an unknown property with a control character in its name',
      '{"items":[],"a\\u0000\\ud800b":1}',
      {},
      'bad_request',
      /"a\ufffd\ufffdb" is not known/,
    ],
    ['no items', JSON.stringify({ items: [] }), {}, 'bad_request', /at least one/],
    ['items of another kind', JSON.stringify({ items: 'nodejs@24' }), {}, 'bad_request', /items must be an array/],
    ['an item of another kind', JSON.stringify({ items: ['nodejs@24'] }), {}, 'bad_request', /items/],
    ['a list for an item', JSON.stringify({ items: [[]] }), {}, 'bad_request', /items must be an array/],
    ['a list of items for an item', JSON.stringify({ items: [[item]] }), {}, 'bad_request', /items must be an array/],
    ['null for an item', JSON.stringify({ items: [null] }), {}, 'bad_request', /items/],
    ['a prototype', '{"items":[{"product":"go","version":"1","__proto__":{"a":1}}]}', {}, 'bad_request', /__proto__/],
    ['an array', '[]', {}, 'bad_request', /must be a JSON object/],
    ['null', 'null', {}, 'bad_request', /must be a JSON object/],
    ['nothing', '', {}, 'bad_request', /not valid UTF-8 JSON/],
    ['half a document', '{"items":', {}, 'bad_request', /not valid UTF-8 JSON/],
    [
      'broken UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      {},
      'bad_request',
      /not valid UTF-8 JSON/,
    ],
    ['deep nesting', '{"items":'.padEnd(60_000, '['), {}, 'bad_request', /./],
    [
      'deep but closed nesting',
      `{"items":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      {},
      'bad_request',
      /nests deeper/,
    ],
    [
      'another content type',
      JSON.stringify({ items: [item] }),
      { 'Content-Type': 'text/plain' },
      'bad_request',
      /application\/json/,
    ],
    [
      'another charset',
      JSON.stringify({ items: [item] }),
      { 'Content-Type': 'application/json; charset=utf-16' },
      'bad_request',
      /UTF-8/,
    ],
    [
      'a content encoding',
      JSON.stringify({ items: [item] }),
      { 'Content-Encoding': 'gzip' },
      'bad_request',
      /Content-Encoding/,
    ],
    ['51 items', JSON.stringify({ items: Array(51).fill(item) }), {}, 'too_many_items', /51/],
    [
      'an empty product',
      JSON.stringify({ items: [{ product: '', version: '1' }] }),
      {},
      'bad_request',
      /items\[0\]\.product must be 1 to 200/,
    ],
    [
      'none known',
      JSON.stringify({ items: [{ product: 'nodjs', version: '1' }] }),
      {},
      'unknown_id',
      /none of the items/,
    ],
  ])('a batch with %s', async (_name, body, headers, code, message) => {
    const response = await api.buy('service_eol_check', '/v1/eol/check', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });

    expect((await expectError(response, code)).message).toMatch(message);
    expect(api.facilitator.settleRequests).toHaveLength(0);
  });

  test('exactly 50 items are fine', async () => {
    const response = await api.buy('service_eol_check', '/v1/eol/check', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ items: Array(50).fill(item) }),
    });

    expect(response.status).toBe(200);
  });

  test('50 pairs of 200 characters fit into a GET, their payment included', async () => {
    const pairs = ['nodejs@24', ...Array(49).fill(`${'p'.repeat(200)}@${'v'.repeat(200)}`)];
    const response = await api.buy('service_eol_check_get', `/v1/eol/check?items=${pairs.join()}`);

    expect(response.status).toBe(200);
  });

  test('unknown ids come with close ones', async () => {
    const product = await expectError(await api.buy('service_eol_product', '/v1/eol/nodjs'), 'unknown_id');
    const cycle = await expectError(
      await api.buy('service_eol_cycle', '/v1/eol/nodejs/23.999.9x9'),
      'unknown_id',
    ).catch(() => undefined);

    expect(product.suggestions![0]).toBe('nodejs');
    expect(product.suggestions!.length).toBeLessThanOrEqual(5);
    if (cycle) expect(cycle.suggestions!.length).toBeLessThanOrEqual(5);
  });
});

describe('input errors of free routes', () => {
  test.each<[string, ErrorCode, RegExp]>([
    ['/v1/validate', 'bad_request', /^query parameter dataset is missing; it must be one of/],
    [
      '/v1/validate?dataset=eol',
      'bad_request',
      /^query parameter id is missing; it must be a string, such as nodejs@24$/,
    ],
    ['/v1/validate?dataset=none&id=a', 'bad_request', /dataset must be one of/],
    ['/v1/validate?dataset=eol&id=a&id=b', 'bad_request', /repeated/],
    ['/v1/eol/index?x=1', 'bad_request', /"x" is not known/],
    ['/p/no-such-product', 'unknown_id', /no-such-product/],
  ])('%s → %s', async (target, code, message) => {
    expect((await expectError(await request(api.url).get(target), code)).message).toMatch(message);
  });
});

describe('what to do next', () => {
  test.each<[string, string, RequestInit]>([
    ['service_eol_check_get', '/v1/eol/check', {}],
    ['service_eol_check', '/v1/eol/check', { method: 'POST', body: '{}' }],
    ['service_eol_cycle', `/v1/eol/nodejs/${'x'.repeat(201)}`, {}],
  ])('after a bad request to %s is reported in the description', async (operationId, target, init) => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await api.buy(operationId, target, { ...init, headers });
    const { error } = (await response.json()) as { error: { code: string; next: string } };
    const description = (await request(api.url).get('/openapi.json')).body as object;

    const [, pointer = ''] = error.next.split('#');
    const operation = decodeURIComponent(pointer)
      .slice(1)
      .split('/')
      .reduce((node: object, name) => {
        return (node as Record<string, object>)[name.replaceAll('~1', '/').replaceAll('~0', '~')]!;
      }, description);

    expect(error.code).toBe('bad_request');
    expect(operation).toMatchObject({ operationId });
  });
});
