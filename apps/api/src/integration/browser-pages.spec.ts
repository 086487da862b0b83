import request, { type Test } from 'supertest';
import { exampleTarget, paidRoutes } from '../published/context';
import { ROUTES } from '../composition/routes';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

/** As Chromium asks when somebody opens an address. */
const NAVIGATION = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Sec-Fetch-Mode': 'navigate' };
const open = (target: string): Test => request(api.url).get(target).set(NAVIGATION);
const ask = (target: string): Test => request(api.url).get(target);

describe('a paid address that is opened in a browser', () => {
  const targets = paidRoutes({ routes: ROUTES })
    .filter(({ method }) => method === 'GET')
    .map(exampleTarget);

  test.each(targets)('%s is 402 with a page, and with the offer of programs in its header', async (target) => {
    const [page, json] = await Promise.all([open(target), ask(target)]);

    expect([page.status, json.status]).toEqual([402, 402]);
    expect(page.headers['payment-required']).toBe(json.headers['payment-required']);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept, Sec-Fetch-Mode',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    });
    expect(page.text.includes('<main id="main">') && page.text.includes('USD')).toBe(true);
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('is the same for programs before and after, whatever browsers asked meanwhile', async () => {
    const types = [];
    for (const each of [ask, open, ask, open]) types.push((await each('/v1/eol/python')).headers['content-type']);

    expect(types).toEqual([
      'application/json; charset=utf-8',
      'text/html; charset=utf-8',
      'application/json; charset=utf-8',
      'text/html; charset=utf-8',
    ]);
  });

  test.each([
    ['a page that fetches', { Accept: 'text/html', 'Sec-Fetch-Mode': 'cors' }],
    ['a program that takes HTML', { Accept: 'text/html' }],
    ['a frame that takes no HTML', { Accept: 'image/*', 'Sec-Fetch-Mode': 'navigate' }],
  ])('is JSON for %s', async (_who, headers) => {
    const { body } = await ask('/v1/eol/nodejs').set(headers).expect(402);

    expect((body as { x402Version: number }).x402Version).toBe(1);
  });

  test('shows nothing of the address but as text', async () => {
    const { text } = await open(`/v1/eol/image?image=${encodeURIComponent(`'"><script>alert(1)</script>`)}`);

    expect(text.includes('<script')).toBe(false);
  });

  test.each(["/v1/eol/a';id;'b", "/image?image=node:18';id;'"])(
    'a command that is copied runs nothing that the address brings: %s',
    async (target) => {
      const { text } = await open(target);
      const [, command = ''] = /<code>(curl -i [^<]+)<\/code>/.exec(text) ?? [];

      // Each quotation mark of the address ends the word, is written by itself, and begins the word again.
      expect(command.replaceAll('&#39;', "'")).toMatch(/^curl -i '(?:[^']|'\\'')*'$/);
    },
  );
});

describe('an error in a browser', () => {
  test.each([
    ['/nodejs', 'href="/p/nodejs"'],
    ['/eol/postgres', 'href="/p/postgresql"'],
    ['/p/nodjs', 'href="/p/nodejs"'],
    ['/images', 'href="/image"'],
    ['/nothing-of-this', 'About this error'],
    ['/statu', 'href="/status"'],
    ['/docs/api/nothing', 'href="/docs/errors#not_found"'],
  ])('%s is 404 with a page that leads on: %s', async (target, lead) => {
    const { status, text, headers } = await open(target);

    expect([status, headers['content-type'], text.includes(lead)]).toEqual([404, 'text/html; charset=utf-8', true]);
  });

  test('names each page once', async () => {
    const { text } = await open('/stack/');

    expect(text.match(/<li><a href="\/stack">/g)).toHaveLength(1);
  });

  test('keeps status and headers, and is JSON for programs', async () => {
    const [page, json] = await Promise.all([open('/v1/validate?dataset=eol'), ask('/v1/validate?dataset=eol')]);

    expect([page.status, json.status]).toEqual([400, 400]);
    expect(page.text.includes('bad_request')).toBe(true);
    expect((json.body as { error: { code: string } }).error.code).toBe('bad_request');
  });

  test.each(['/%3Cscript%3Ealert(1)%3C/script%3E', '/p/%22%3E%3Cimg%20src=x%3E', '/%zz'])(
    '%s is text and nothing else',
    async (target) => {
      const { text } = await open(target);

      expect(/<script|<img src=x/.exec(text)).toBeNull();
    },
  );
});
