import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from '../testing/browser';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

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
  '/status',
  '/changelog',
  '/docs/api',
  '/docs/api/service_stack_check',
  '/docs/errors',
  '/v1/eol/python',
  '/nodejs',
];
const TARGETS = isFull ? ALL_TARGETS : ['/p/nodejs?version=18.20.4', '/402'];
const SCHEMES = isFull ? (['light', 'dark'] as const) : (['dark'] as const);
const WIDTHS = [360, 768, 1440];

(executablePath === undefined ? describe.skip : describe)(
  `in Chromium, without scripts${executablePath === undefined ? ' (missing: install chromium, or set CHROMIUM)' : ''}`,
  () => {
    let api: StarterApi;
    let browser: Browser;

    beforeAll(async () => {
      api = await startStarterApi({ whole: true });
      browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser?.close();
      await api.close();
    });

    test.each(TARGETS)('%s fits its width, and breaks no rule of axe', async (target) => {
      for (const colorScheme of SCHEMES) {
        // The page itself has no script; axe is put in from outside, past the policy.
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
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted Type/i.test(message.text())) violations.push(message.text());
      });
      await page.goto(api.url + target);

      expect(violations).toEqual([]);
      await page.close();
    });

    test('a keyboard skips to the content, and the search works without scripts', async () => {
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
      await context.close();
    });
  },
);

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

async function shoot(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

function nameOf(target: string): string {
  return target.replace(/[^\w]+/g, '-').replace(/^-|-$/g, '') || 'home';
}
