import { systemClock } from '@stackcheck/contract';
import request from 'supertest';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
beforeAll(async () => {
  api = await startStarterApi({ env: { TRUST_PROXY: '127.0.0.1' }, overrides: { processorClock: systemClock } });
});
afterAll(() => api.close());

const FORM = 'application/x-www-form-urlencoded';
/** Sends the form from an address of its own: a slow machine's work for one test is not another's. */
const sent = (body: string | URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(`${api.url}/stack`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': FORM, 'X-Forwarded-For': `10.1.0.${clients++}`, ...headers },
  });
let clients = 1;

describe('the form of the page of stacks', () => {
  test('is answered with what the text names, what a check costs and the request, and nobody keeps it', async () => {
    const response = await sent(new URLSearchParams({ text: 'lodash==4.17.20\nFROM\n', dev: 'on' }));
    const page = await response.text();

    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page).toContain('pkg:pypi/lodash@4.17.20');
    expect(page).toMatch(/1 request at 0\.03 USD: <strong>0\.03 USD/);
    expect(page.replaceAll('&#34;', '"')).toContain('{"packages":["pkg:pypi/lodash@4.17.20"]}');
  });

  test('says so where there is no text, and where it is of no kind', async () => {
    expect(await (await sent('text=+')).text()).toContain('Paste an SBOM, a lockfile or a Dockerfile first');
    expect(await (await sent('text=hello')).text()).toContain('of no kind that is recognised');
  });

  test.each([
    ['a field that no page has', 'text=a&__proto__=b', FORM, 400],
    ['a field twice', 'text=a&text=b', FORM, 400],
    ['too many fields', 'a&'.repeat(30), FORM, 400],
    ['no text', 'dev=on', FORM, 400],
    ['another type', 'text=a', 'text/plain', 400],
    ['too much', `text=${'a'.repeat(70_000)}`, FORM, 413],
  ])('refuses %s', async (_what, body, type, status) => {
    const response = await sent(body, { 'Content-Type': type });
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('error.message');
  });

  test('shows a person a page with the reason', async () => {
    const { status, text } = await request(api.url)
      .post('/stack')
      .set({ 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html', 'Content-Type': FORM })
      .send('text=a&text=b');
    expect(status).toBe(400);
    expect(text).toContain('The form has a field twice');
  });

  test('takes no client more work than its budget of unpaid work', async () => {
    const lines = Array.from({ length: 3_500 }, (_, n) => `a${n}==1\n`);
    const text = new URLSearchParams({ text: lines.join('') });
    const statuses: number[] = [];
    for (let calls = 0; calls < 400 && statuses.at(-1) !== 429; calls++)
      statuses.push((await sent(text, { 'X-Forwarded-For': '10.9.9.9' })).status);

    expect(statuses.at(-1)).toBe(429);
    expect((await sent('text=FROM+node:18', { 'X-Forwarded-For': '10.9.9.8' })).status).toBe(200);
  });
});
