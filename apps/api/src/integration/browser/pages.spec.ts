import {
  axeFaults,
  describeInChromium,
  isFull,
  nameOf,
  overflowOf,
  SCHEMES,
  shoot,
  SHOTS,
  violationsOf,
  WIDTHS,
} from '../../testing/browser-session';

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

describeInChromium((session) => {
  test.each(TARGETS)('%s fits its width, and breaks no rule of axe', async (target) => {
    for (const colorScheme of SCHEMES) {
      // Axe is put in from outside, past the policy.
      const context = await session.browser.newContext({ colorScheme, bypassCSP: true });
      const page = await context.newPage();
      await page.goto(session.api.url + target);
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
    const page = await session.browser.newPage();
    const violations = violationsOf(page);
    await page.goto(session.api.url + target);

    expect(violations).toEqual([]);
    await page.close();
  });

  test('a keyboard skips to the content, and search and pages work without scripts', async () => {
    const context = await session.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${session.api.url}/`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#main');

    await page.fill('#q', 'nodejs 18');
    await page.press('#q', 'Enter');
    await page.click('a[href="/p/nodejs?version=18"]');

    expect(await page.textContent('[role=status]')).toContain('end of life');
    await page.goto(`${session.api.url}/`);
    await page.fill('#text', 'FROM node:18-alpine3.18\nFROM <img src=x onerror=alert(1)>\n');
    await page.click('#paste button');
    expect(await page.innerText('#found')).toMatch(/0 packages, 1 image[^]*Not read, line 2[^]*0\.03 USD/);
    expect([await page.inputValue('#text'), await page.$$('img[src=x]')]).toEqual([
      'FROM node:18-alpine3.18\nFROM <img src=x onerror=alert(1)>\n',
      [],
    ]);
    await page.goto(`${session.api.url}/verify`);
    expect([await page.isVisible('form'), await page.isVisible('noscript p')]).toEqual([false, true]);
    await context.close();
  });
});
