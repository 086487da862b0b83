import 'reflect-metadata';
import request from 'supertest';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

interface Item {
  readonly found?: boolean;
  readonly suggestions?: readonly string[];
}

const ROUTES = { service_eol_check: '/v1/eol/check', service_stack_check: '/v1/stack/check' } as const;

const buy = (operation: keyof typeof ROUTES, body: object): Promise<Response> =>
  api.buy(operation, ROUTES[operation], {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

async function dataOf(operation: keyof typeof ROUTES, body: object): Promise<Readonly<Record<string, unknown>>> {
  return ((await (await buy(operation, body)).json()) as { readonly data: Readonly<Record<string, unknown>> }).data;
}

describe('a product is named', () => {
  it.each([
    ['/v1/eol/Node.js', 'nodejs'],
    ['/v1/eol/Microsoft%20.NET/10', 'dotnet'],
    ['/v1/eol/%2ENET', 'dotnet'],
    ['/v1/eol/Spring%20Boot', 'spring-boot'],
  ])('%s is %s, by its display name', async (target, product) => {
    const operation = target.endsWith('/10') ? 'service_eol_cycle' : 'service_eol_product';
    const response = await api.buy(operation, target);

    expect(((await response.json()) as { data: object }).data).toMatchObject({ product });
  });

  it('the items of a batch, of a stack and of the free check mean the same by a name', async () => {
    const items = [
      { product: 'Node.js', version: '24' },
      { product: 'nodde', version: '24' },
      { product: 'python', version: '99' },
      { product: 'java', version: '17' },
      { product: 'pkg:pypi/Django', version: '3.2.25' },
      { product: 'pkg:pypi/django', version: '99' },
      { product: 'pkg:pypi/django-filter', version: '1' },
    ];
    const batch = (await dataOf('service_eol_check', { items })) as unknown as { results: Item[] };
    const { items: stack } = (await dataOf('service_stack_check', { items })) as unknown as {
      items: { results: Item[] };
    };
    const free = await Promise.all(
      items.map(async ({ product, version }) => {
        const asked = request(api.url)
          .get('/v1/validate')
          .query({ dataset: 'eol', id: `${product}@${version}` });
        return ((await asked).body as { data: Item }).data;
      }),
    );

    expect(batch.results.map(({ found }) => found)).toEqual([true, false, false, false, true, false, false]);
    expect(batch.results[1]!.suggestions).toContain('nodejs');
    expect(batch.results[2]!.suggestions![0]).toMatch(/^python@3\.\d+$/);
    expect(stack.results.map(({ suggestions }) => suggestions)).toEqual(batch.results.map((of) => of.suggestions));
    expect(batch.results[4]).toMatchObject({
      product: 'pkg:pypi/Django',
      resolved: 'django',
      match: { status: 'eol' },
    });
    expect(batch.results[5]!.suggestions![0]).toMatch(/^django@/);
    expect(batch.results[6]!.suggestions).toEqual([]);
    expect(free[4]).toMatchObject({ valid: true, canonical: 'django@3.2.25' });
    expect(free.slice(1).map(({ suggestions }) => suggestions)).toEqual(
      batch.results.slice(1).map(({ suggestions = [] }) => suggestions),
    );
  });

  it('one text of a batch may name packages, as a lock file does', async () => {
    const items = encodeURIComponent('pkg:pypi/django@3.2.25,nodejs@24');
    const response = await api.buy('service_eol_check_get', `/v1/eol/check?items=${items}`);
    const { data } = (await response.json()) as { data: { results: object[] } };

    expect(data.results).toMatchObject([
      { product: 'pkg:pypi/django', version: '3.2.25', resolved: 'django', match: { cycle: '3.2' } },
      { resolved: 'nodejs' },
    ]);
  });

  it('packages that are no products are not charged', async () => {
    const items = [{ product: 'pkg:npm/lodash', version: '4.17.20' }];
    const { suggestions } = await expectError(await buy('service_eol_check', { items }), 'unknown_id');

    expect(suggestions ?? []).toEqual([]);
  });

  it('a batch of which nothing is known says of each what may have been meant', async () => {
    const items = [
      { product: 'nodde', version: '24' },
      { product: 'postgress', version: '13' },
    ];
    const batch = await expectError(await buy('service_eol_check', { items }), 'unknown_id');
    const stack = await expectError(await buy('service_stack_check', { items }), 'unknown_id');

    expect(batch.suggestions).toEqual(['nodejs', 'postgresql']);
    expect(stack.suggestions).toEqual(batch.suggestions);
  });
});
