import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../testing/browser';
import { bundledScripts } from '../testing/bundled-scripts';
import { injectWallet } from '../testing/injected-wallet';
import { freePort } from '../testing/free-port';
import { startStarterApi, type StarterApi } from '../testing/starter-api';
import { curlOutput } from '../testing/curl-output';

const executablePath = findChromium();
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Where screenshots are written for a person to look at; none by default. */
const SHOTS = process.env['SHOTS_DIR'];

/** All pages, in both schemes, take a minute; what runs always is one page of each kind of content. */
const isFull = process.env['CAMPAIGN'] === 'full' || SHOTS !== undefined;

const ALL_TARGETS = [
  '/',
  '/?q=post',
  '/p/nodejs?version=18.20.4',
  '/p/ubuntu',
  '/p/redis',
  '/image?image=node:18-alpine3.18',
  '/402',
  '/verify',
  '/stack',
  '/status',
  '/changelog',
  '/docs/api',
  '/docs/api/service_stack_check',
  '/docs/errors',
  '/v1/eol/python',
  '/nodejs',
];
if (isFull) jest.setTimeout(180_000);
const TARGETS = isFull ? ALL_TARGETS : ['/p/nodejs?version=18.20.4', '/verify', '/stack'];
const SCHEMES = isFull ? (['light', 'dark'] as const) : (['dark'] as const);
const HOSTILE = '<img src=x onerror=alert(1)>';
const SBOM = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' }],
});
const WIDTHS = [360, 768, 1440];

(executablePath === undefined ? describe.skip : describe)(
  `in Chromium${executablePath === undefined ? ' (missing: install chromium, or set CHROMIUM)' : ''}`,
  () => {
    let api: StarterApi;
    let browser: Browser;
    const scripts = bundledScripts();

    beforeAll(async () => {
      api = await startStarterApi({ whole: true, scriptsFolder: scripts.folder, atPort: await freePort() });
      browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser?.close();
      await api.close();
      scripts.remove();
    });

    test.each(TARGETS)('%s fits its width, and breaks no rule of axe', async (target) => {
      for (const colorScheme of SCHEMES) {
        // Axe is put in from outside, past the policy.
        const context = await browser.newContext({ colorScheme, bypassCSP: true });
        const page = await context.newPage();
        await page.goto(api.url + target);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          expect({ target, width, overflow: await overflowOf(page) }).toEqual({ target, width, overflow: [] });
          if (SHOTS !== undefined) await shoot(page, SHOTS, `${nameOf(target)}-${width}-${colorScheme}`);
        }
        expect(await axeFaults(page)).toEqual([]);
        await context.close();
      }
    });

    test.each(TARGETS)('%s breaks nothing of its own policy', async (target) => {
      const page = await browser.newPage();
      const violations = violationsOf(page);
      await page.goto(api.url + target);

      expect(violations).toEqual([]);
      await page.close();
    });

    test('a paid answer is verified in the browser, by both keys; an altered one is refused', async () => {
      const url = `${api.url}/v1/eol/nodejs`;
      const answer = await curlOutput(await api.buy('service_eol_product', '/v1/eol/nodejs'));
      const page = await browser.newPage();
      await page.goto(`${api.url}/verify`);
      const verdictOn = async (text: string): Promise<string> => {
        await page.fill('#answer', text);
        await page.fill('#url', url);
        await page.click('#run');
        await page.waitForSelector('#result[aria-busy]', { state: 'detached' });
        return page.innerText('#result');
      };

      const keys = (await (await fetch(`${api.url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
      const proven = await verdictOn(answer);
      expect(proven).toMatch(/^Proven\n/);
      for (const { kid } of keys.keys) expect(proven).toContain(kid);
      await look(page, 'verify-proven');
      expect(await verdictOn(answer.replace('"nodejs"', '"nodejz"'))).toMatch(
        /^Not proven: .*the body is not the one/s,
      );
      expect(await verdictOn(answer.replace(/HTTP.* 200/, 'HTTP/1.1 201'))).toContain('the signature is not over this');
      expect(await verdictOn('<img src=x onerror=alert(1)>')).toMatch(/^Nothing to verify/);
      await page.close();
    });

    test('an unpaid call is asked for real and its offer inspected, as is one of any seller', async () => {
      const page = await browser.newPage();
      const violations = violationsOf(page);
      await page.goto(`${api.url}/402`);
      const offers: (string | undefined)[] = [];
      page.on('response', (response) => {
        if (response.status() === 402) offers.push(response.headers()['payment-required']);
      });
      await page.selectOption('#call', { label: '0.03 USD: POST /v1/stack/check' });
      await page.click('#run');
      await page.waitForSelector('#inspected >> text=accepts[0]: 0.03 USDC');
      await look(page, '402-inspected');
      const said = await page.innerText('#inspected');
      expect([said.match(/agrees/g)?.length, said.includes('differs'), offers.length]).toEqual([3, false, 1]);

      await page.click('summary');
      const foreign = { x402Version: 2, accepts: [{ amount: '7', payTo: HOSTILE }] };
      await page.fill('#offer', Buffer.from(JSON.stringify(foreign)).toString('base64'));
      await page.click('#run');
      await page.waitForSelector(`#inspected >> text=${HOSTILE}`);
      expect([offers.length, await page.$$('img[src=x]'), violations]).toEqual([1, [], []]);
      await page.close();
    });

    describe('the page of a paid address', () => {
      const PAY = 'text=Pay with <b>Test</b> Wallet';
      const sent: string[] = [];

      async function visit(target: string) {
        const context = await browser.newContext();
        // Payments are dated by the clock of the browser.
        await context.clock.setFixedTime(api.clock.now());
        const wallet = await injectWallet(context);
        const page = await context.newPage();
        sent.length = 0;
        const violations = violationsOf(page);
        page.on('request', (request) => {
          const payment = request.headers()['payment-signature'];
          if (payment !== undefined) sent.push(payment);
        });
        const response = await page.goto(api.url + target);
        expect([response?.status(), response?.headers()['payment-required'] !== undefined]).toEqual([402, true]);
        return { context, wallet, page, violations };
      }

      test('is paid with a wallet, once; the answer is proven, and is still there after a reload', async () => {
        const { context, wallet, page, violations } = await visit('/v1/eol/nodejs');
        await page.click(PAY);
        await page.waitForSelector('#paid >> text=/^Proven/');
        await look(page, 'offer-paid');
        expect(await page.innerText('#paid')).toContain('"product": "nodejs"');
        expect(wallet.asked).toEqual([
          'eth_requestAccounts',
          'eth_chainId',
          'wallet_switchEthereumChain',
          'eth_signTypedData_v4',
        ]);

        await page.reload();
        await page.waitForSelector('#paid >> text=/^Proven/');
        expect([wallet.asked.length, sent.length, violations]).toEqual([4, 1, []]);
        await context.close();
      });

      test('goes on after a reload with a payment whose answer was lost: the same bytes, no second signature', async () => {
        const { context, wallet, page } = await visit('/v1/eol/python');
        let reached = () => undefined as void;
        const arrived = new Promise<void>((resolve) => (reached = resolve));
        await page.route('**/v1/eol/python', async (route) => {
          if (route.request().headers()['payment-signature'] === undefined) return route.fallback();
          // The service settles it; its answer never comes.
          expect((await route.fetch()).status()).toBe(200);
          await route.abort();
          reached();
        });
        await page.click(PAY);
        await arrived;
        await page.unroute('**/v1/eol/python');
        await page.reload();
        await page.waitForSelector('#paid >> text=/^Proven/');

        expect(wallet.asked.filter((method) => method === 'eth_signTypedData_v4')).toHaveLength(1);
        expect([sent.length >= 2, new Set(sent).size]).toEqual([true, 1]);
        await context.close();
      });

      test('charges nothing when its owner refuses, and may be paid after that', async () => {
        const { context, wallet, page } = await visit('/v1/eol/php');
        wallet.refuses = true;
        await page.click(PAY);
        await page.waitForSelector('#paid >> text=You refused in the wallet, and nothing was charged.');
        expect(sent).toEqual([]);

        wallet.refuses = false;
        await page.click(PAY);
        await page.waitForSelector('#paid >> text=/^Proven/');
        expect(sent).toHaveLength(1);
        await context.close();
      });
    });

    test('a stack is read in the browser, where it stays until its check is paid for; the report is still there after a reload', async () => {
      const context = await browser.newContext();
      await context.clock.setFixedTime(api.clock.now());
      await injectWallet(context);
      const page = await context.newPage();
      const violations = violationsOf(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
      await page.goto(`${api.url}/stack`);
      await page.setInputFiles('#files', [
        { name: 'Dockerfile', mimeType: '', buffer: Buffer.from(`FROM node:18-alpine3.18\nFROM ${HOSTILE}\n`) },
        { name: `${HOSTILE}.cdx.json`, mimeType: '', buffer: Buffer.from(SBOM) },
      ]);
      await page.click('#run');
      await page.waitForSelector('#found >> text=pkg:npm/lodash@4.17.20');
      await look(page, 'stack-read');
      expect(await page.innerText('#bill')).toMatch(/1\s+1\s+1\s+0\.03\s+0\.03/);
      expect(asked.filter((line) => !/^GET \/(assets\/|stack$|favicon)/.test(line))).toEqual([]);
      expect(await page.$$('img[src=x]')).toEqual([]);

      await page.click('text=Pay with <b>Test</b> Wallet');
      await page.waitForSelector('#paid >> text=/^Proven/');
      await look(page, 'stack-paid');
      expect(await page.innerText('#paid')).toMatch(/^fail: [^]*Dockerfile:1[^]*lodash[^]*4\.17\.21/);

      await page.reload();
      await page.waitForSelector('#last >> text=/^Proven/');
      expect(await page.innerText('#last')).toMatch(/^fail: [^]*lodash/);
      expect([violations, await overflowOf(page)]).toEqual([[], []]);
      await context.close();
    });

    test('a keyboard skips to the content, and search and pages work without scripts', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${api.url}/`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#main');

      await page.fill('#q', 'nodejs 18');
      await page.press('#q', 'Enter');
      await page.click('a[href="/p/nodejs?version=18"]');

      expect(await page.textContent('[role=status]')).toContain('end of life');
      for (const target of ['/stack', '/verify']) {
        await page.goto(api.url + target);
        expect([await page.isVisible('form'), await page.isVisible('noscript p')]).toEqual([false, true]);
      }
      await context.close();
    });
  },
);

/** What a page's own policy stopped, and faults that nothing caught, as they happen. */
function violationsOf(page: Page): readonly string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (fault) => violations.push(String(fault)));
  return violations;
}

/** Elements that stand out of the page to the right, but for those inside what scrolls by itself. */
function overflowOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('main *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !element.parentElement.closest('pre'),
    );
    return [scrollWidth + ' px', ...wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))];
  })()`);
}

async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 160)))`,
  );
}

/** Looks at a page as it is now: in the full campaign by axe, and in both schemes and at each width where screenshots are asked for. */
async function look(page: Page, name: string): Promise<void> {
  if (isFull) expect(await axeFaults(page)).toEqual([]);
  if (SHOTS === undefined) return;
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await shoot(page, SHOTS, `${name}-${width}-${colorScheme}`);
    }
  }
}

async function shoot(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

function nameOf(target: string): string {
  return target.replace(/[^\w]+/g, '-').replace(/^-|-$/g, '') || 'home';
}
