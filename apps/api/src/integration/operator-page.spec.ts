import { readFileSync } from 'node:fs';
import type { PaymentLedger } from '@stackcheck/payment-x402';
import { chromium, type Page } from 'playwright-core';
import request from 'supertest';
import { findChromium } from '../testing/browser';
import { freePort } from '../testing/free-port';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const TOKEN = 'a-token-that-nobody-guesses';
const lines: string[] = [];
let ledger: PaymentLedger;

let api: StarterApi;
let site: string;

beforeAll(async () => {
  const port = await freePort();
  const env = { METRICS_PORT: String(port), OPERATOR_TOKEN: TOKEN, LOG_LEVEL: 'debug' };
  api = await startStarterApi({
    env,
    overrides: { log: { write: (line: string) => void lines.push(line) }, wrapLedger },
  });
  site = `http://127.0.0.1:${port}`;
  await request(api.url).get('/v1/eol/nodejs').expect(402);
  await api.buy('service_eol_product', '/v1/eol/nodejs');
  api.facilitator.settleScript.push('lost_before');
  await api.buy('service_eol_product', '/v1/eol/python');
});
afterAll(() => api.close());

function wrapLedger<T extends PaymentLedger>(made: T): T {
  ledger = made;
  return made;
}

const login = (token: string) => request(site).post('/login').type('form').send({ token });

describe('the operator’s page', () => {
  it('is a login for everybody else', async () => {
    const others: readonly Readonly<Record<string, string>>[] = [
      {},
      { Authorization: 'Bearer wrong' },
      { Cookie: 'stackcheck_operator=1.a.b' },
    ];
    for (const headers of others) {
      const { text } = await request(site).get('/').set(headers).expect(401);

      expect(text).toContain('name="token"');
      expect(text).not.toMatch(/Revenue|service_eol_product/);
    }
  });

  it('shows health, sales, open payments, data and processes to anyone who sends the token', async () => {
    const page = await request(site).get('/').auth(TOKEN, { type: 'bearer' }).expect(200);
    const text = page.text.replace(/\s+/g, ' ');

    for (const part of [
      /<strong>0\.001 USD<\/strong>/,
      /<th scope="row">2026-11-20<\/th>/,
      /<th scope="row">service_eol_product<\/th> <td data-label="Offered">1<\/td><td data-label="Paid">2<\/td><td data-label="Settled">1<\/td>/,
      /1 settled, 0 refused/,
      /<td data-label="State">unknown<\/td>/,
      /<td data-label="Payer">0x[0-9a-fA-F]{8}…<\/td>/,
      /<th scope="row">eol<\/th>/,
      /<th scope="row">fake<\/th>/,
      /<td data-label="Connections">\d+<\/td>/,
    ])
      expect(text).toMatch(part);
    expect(text.match(/<svg/g)).toHaveLength(2);
  });

  it('is opened by a form, whose cookie is not the token, and closed again', async () => {
    await login('wrong').expect(401);
    const { headers } = await login(` ${TOKEN} `).expect(303).expect('Location', '/');
    const cookie = headers['set-cookie']![0]!;
    expect(cookie).not.toContain(TOKEN);

    await request(site).get('/').set('Cookie', cookie.split(';')[0]!).expect(200);
    const cleared = /^stackcheck_operator=; .*Max-Age=0/;
    await request(site).post('/logout').expect('Set-Cookie', cleared);
  });

  it('takes no token from an address, keeps no large form, and says nothing else', async () => {
    await request(site).get('/').query({ token: TOKEN }).expect(404);
    await login('x'.repeat(5_000)).expect(413);
    for (const path of ['/login', '/metrics/', '/index.html', '/..%2f']) await request(site).get(path).expect(404);
    await request(site).get('/metrics').expect(200);
  });

  it('allows nothing but its own style, and is kept nowhere', async () => {
    await request(site)
      .get('/')
      .auth(TOKEN, { type: 'bearer' })
      .expect('Content-Security-Policy', /^default-src 'none'; style-src 'sha256-[\w+/=]+';.*frame-ancestors 'none'$/)
      .expect('Cache-Control', 'no-store');
  });

  it('does not count a settled payment that was lost, and says so', async () => {
    const bought = await api.buy('service_eol_product', '/v1/eol/ruby');
    expect(bought.status).toBe(200);
    const { settled } = await ledger.counts();
    await ledger.lost(settled + 1, 'its window closed', Date.now());

    const { text } = await request(site).get('/').auth(TOKEN, { type: 'bearer' }).expect(200);

    expect(text).toMatch(/<strong>0\.001 USD<\/strong>/);
    expect(text.replace(/\s+/g, ' ')).toContain('1 settled payments of 0.001 USD: the chain took their transfers back');
  });

  it('leaves no token in the log', () => {
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(TOKEN);
  });
});

const executablePath = findChromium();
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

(executablePath === undefined ? describe.skip : describe)(
  `the operator’s page in Chromium${executablePath === undefined ? ' (missing: install chromium, or set CHROMIUM)' : ''}`,
  () => {
    it('is opened and read without JavaScript, fits its width, and breaks no rule of axe or of its policy', async () => {
      const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
      try {
        const violations: string[] = [];
        const context = await browser.newContext({ javaScriptEnabled: false });
        const page = await context.newPage();
        page.on('console', (message) => violations.push(message.text()));
        await page.goto(site);
        await page.fill('#token', TOKEN);
        await page.click('button[type=submit]');
        await page.waitForSelector('#revenue');
        expect(page.url()).toBe(`${site}/`);
        // Only what the 401 of the first visit is always reported with.
        expect(violations.filter((text) => !text.includes('401'))).toEqual([]);

        // Axe is a script, put in from outside past the policy.
        const checked = await browser.newContext({ bypassCSP: true, colorScheme: 'dark' });
        await checked.addCookies(await context.cookies());
        const again = await checked.newPage();
        await again.goto(site);
        for (const width of [360, 768, 1440]) {
          await again.setViewportSize({ width, height: 900 });
          expect({ width, overflow: await overflowOf(again) }).toEqual({ width, overflow: [] });
        }
        if (process.env['SHOTS_DIR'])
          await again.screenshot({ path: `${process.env['SHOTS_DIR']}/operator.png`, fullPage: true });
        expect(await axeFaults(again)).toEqual([]);
        // The public page of a service that needs care.
        await again.setViewportSize({ width: 360, height: 900 });
        await again.goto(`${api.url}/status`);
        expect(await again.textContent('[role=status]')).toContain('something needs care');
        expect(await overflowOf(again)).toEqual([]);
        await checked.clearCookies();
        await again.goto(site);
        expect(await axeFaults(again)).toEqual([]);
      } finally {
        await browser.close();
      }
    }, 60_000);
  },
);

async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 160)))`,
  );
}

/** Elements that stand out of the page to the right. */
function overflowOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('main *')].filter((each) => each.getBoundingClientRect().right > clientWidth + 1);
    return [scrollWidth + ' px', ...wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))];
  })()`);
}
