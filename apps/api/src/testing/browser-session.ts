import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate/browser';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findChromium } from './browser';
import { freePort } from './free-port';
import { startStarterApi, WORK_TAKES_NO_TIME, type StarterApi } from './starter-api';

/** Where screenshots are written for a person to look at; none by default. */
export const SHOTS = process.env['SHOTS_DIR'];
/** All pages, in both schemes, take a minute; what runs always is one page of each kind of content. */
export const isFull = process.env['CAMPAIGN'] === 'full' || SHOTS !== undefined;
export const SCHEMES = isFull ? (['light', 'dark'] as const) : (['dark'] as const);
export const WIDTHS = [360, 768, 1440];
/** What no page may take for markup. */
export const HOSTILE = '<img src=x onerror=alert(1)>';

const executablePath = findChromium();
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** An API with scripts and a Chromium, for the tests of one suite. */
export interface BrowserSession {
  readonly api: StarterApi;
  readonly browser: Browser;
}

/** A suite that needs a Chromium, and is skipped by name where there is none. */
export function describeInChromium(tests: (session: BrowserSession) => void): void {
  const why = executablePath === undefined ? ' (missing: install chromium, or set CHROMIUM)' : '';
  (executablePath === undefined ? describe.skip : describe)(`in Chromium${why}`, () => {
    let session: BrowserSession | undefined;
    const started = (): BrowserSession => {
      if (session === undefined) throw new Error('the session is there once the tests run');
      return session;
    };

    beforeAll(async () => {
      const api = await startStarterApi({
        whole: true,
        withScripts: true,
        atPort: await freePort(),
        overrides: WORK_TAKES_NO_TIME,
      });
      session = { api, browser: await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] }) };
    });
    afterAll(async () => {
      await session?.browser.close();
      await session?.api.close();
    });

    tests({
      get api() {
        return started().api;
      },
      get browser() {
        return started().browser;
      },
    });
  });
}

/** What a page's own policy stopped, and faults that nothing caught, as they happen. */
export function violationsOf(page: Page): readonly string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) violations.push(message.text());
  });
  page.on('pageerror', (fault) => violations.push(String(fault)));
  return violations;
}

/** Elements that stand out of the page to the right, but for those inside what scrolls by itself. */
export function overflowOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('main *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !element.parentElement.closest('pre'),
    );
    return [scrollWidth + ' px', ...wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))];
  })()`);
}

/** Rules of axe that a page breaks. Axe is put in from outside: where that is stopped, the context needs `bypassCSP`. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 160)))`,
  );
}

/** What is not valid in a page as scripts left it. */
export async function htmlFaults(page: Page): Promise<readonly string[]> {
  const html = await page.evaluate<string>('document.documentElement.outerHTML');
  const { results } = await VALIDATOR.validateString(`<!doctype html>${html}`);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => `${ruleId}: ${message} (line ${line})`),
  );
}

const VALIDATOR = new HtmlValidate({ extends: ['html-validate:standard'] });

/**
 * Looks at a page as it is now: whether it is valid and fits; in the full campaign by axe, and in both schemes and at each width where screenshots
 * are asked for.
 */
export async function look(page: Page, name: string): Promise<void> {
  expect([name, await htmlFaults(page)]).toEqual([name, []]);
  expect([name, await overflowOf(page)]).toEqual([name, []]);
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

/** A picture of the whole page. */
export async function shoot(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** A file name for a target. */
export function nameOf(target: string): string {
  return target.replace(/[^\w]+/g, '-').replace(/^-|-$/g, '') || 'home';
}
