import request from 'supertest';
import { exampleTarget } from '../published/context';
import { ROUTES } from '../composition/routes';
import type { AnyRoute } from '../catalogue/define-route';
import { DEMO_PRODUCTS } from '../pages/preview';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

// Every page of every product; the machine may be busy with other tests.
jest.setTimeout(240_000);

/** Of the products that are walked, every so manieth. */
const EVERY = process.env['CAMPAIGN'] === 'full' ? 1 : 4;

/** What a paid answer holds of a cycle that nobody should read for nothing. */
interface SoldCycle {
  readonly cycle: string;
  readonly status: string;
  readonly latest: string | null;
}

/** Free routes of people and their programs; the free routes of the API have tests of their own. */
const FREE = ROUTES.filter(
  ({ price, path }) => price === 'free' && !path.startsWith('/v1/') && !/\.(txt|xml)$/.test(path),
);
const OF_A_PRODUCT = FREE.filter(({ path }) => path.includes('{product}'));
const OF_ALL = FREE.filter(({ path }) => !path.includes('{'));

const textOf = async (api: StarterApi, target: string): Promise<string> => {
  const { status, text, body } = await request(api.url).get(target).set('Accept', 'text/html,*/*');
  return `${status} ${text ?? String(body)}`;
};
const targetOf = ({ path }: AnyRoute, product: string, cycle: string): string =>
  path.replace('{product}', encodeURIComponent(product)).replace('{cycle}', encodeURIComponent(cycle));

/** The days of a text, also in the form of calendars. */
const daysIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/\b(\d{4})-?(\d\d)-?(\d\d)(?![\d-])/g)].map(([, year, month, day]) => `${year}-${month}-${day}`),
  );

async function sold(api: StarterApi, product: string) {
  const response = await api.buy('service_eol_product', `/v1/eol/${product}`);
  if (!response.ok) throw new Error(`${product}: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { cycles: readonly SoldCycle[] } };
  return { cycles: data.cycles, days: daysIn(JSON.stringify(data)) };
}

describe.each([
  ['off', () => false],
  ['demo', (product: string) => DEMO_PRODUCTS.includes(product)],
] as const)('with PUBLIC_PREVIEW=%s', (setting, isShown: (product: string) => boolean) => {
  let api: StarterApi;
  let products: readonly string[];

  beforeAll(async () => {
    api = await startStarterApi({ whole: true, env: { PUBLIC_PREVIEW: setting } });
    const { body } = await request(api.url).get('/v1/eol/index');
    products = (body as { data: { products: { product: string }[] } }).data.products.map(({ product }) => product);
  });
  afterAll(() => api.close());

  /** Under `off` those that are otherwise shown, under `demo` all others: in full each product is walked once. */
  const walked = (): readonly string[] =>
    products
      .filter((product) => (setting === 'off') === DEMO_PRODUCTS.includes(product))
      .filter((_product, at) => setting === 'off' || at % EVERY === 0);

  test('no page, badge, calendar or feed of a product that is not shown holds what is sold of it', async () => {
    const hidden = walked();

    expect(hidden.length).toBeGreaterThan(10);
    expect(hidden.filter(isShown)).toEqual([]);
    for (const product of hidden) {
      const { cycles, days } = await sold(api, product);
      expect(days.size).toBeGreaterThan(0);
      for (const route of OF_A_PRODUCT) {
        for (const { cycle } of cycles.slice(0, route.path.includes('{cycle}') ? 3 : 1)) {
          const text = await textOf(api, targetOf(route, product, cycle));

          expect([route.path, product, text.slice(0, 3)]).toEqual([route.path, product, '200']);
          // The day of the snapshot is free.
          const leaked = [...daysIn(text)].filter((day) => days.has(day) && day !== '2026-11-20');
          expect({ path: route.path, product, leaked }).toEqual({ path: route.path, product, leaked: [] });
          expect(text).not.toMatch(/\b(?:end of life since|security fixes only, until|supported, until)\b/);
        }
      }
    }
  });

  test('what a reader asks for of such a product is not answered either', async () => {
    for (const product of walked()) {
      const { cycles, days } = await sold(api, product);
      const asked = encodeURIComponent(cycles[0]!.cycle);
      for (const target of [
        `/p/${product}?version=${asked}`,
        `/image?image=${product}:${asked}`,
        `/?q=${product}%20${asked}`,
      ]) {
        const text = await textOf(api, target);
        // What follows the search is the same for everybody, with recorded answers that the description has, too.
        const main = text.slice(text.indexOf('<main')).split(/ id="(?:free|answers)"/)[0]!;

        const leaked = [...daysIn(main)].filter((day) => days.has(day) && day !== '2026-11-20');
        expect({ target, leaked }).toEqual({ target, leaked: [] });
        expect({ target, status: /class="status (?!unknown)[\w-]+"/.exec(main)?.[0] }).toEqual({
          target,
          status: undefined,
        });
      }
    }
  });

  test('the pictures of all products that are not shown are one picture', async () => {
    const hidden = products.filter((product) => !isShown(product));
    const tags = await Promise.all(
      hidden.map(async (product) => (await request(api.url).get(`/p/${product}.png`)).headers['etag']),
    );

    expect(tags[0]).toMatch(/^"/);
    expect(new Set(tags).size).toBe(1);
  });

  test('nothing that is about all products names a cycle of one that is not shown', async () => {
    const texts = await Promise.all(OF_ALL.map((route) => textOf(api, exampleTarget(route))));
    const named = [...texts.join('').matchAll(/\/p\/([\w-]+)"/g)].map(([, product]) => product!);
    expect(named.filter((product) => !isShown(product))).toEqual([]);
    expect(named.length > 0).toBe(setting !== 'off');
  });
});
