import { walkByKeyboard } from '../../testing/keyboard-walk';
import {
  axeFaults,
  describeInChromium,
  HOSTILE,
  isFull,
  look,
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
  '/p/nodejz',
  '/image?image=FROM',
];
if (isFull) jest.setTimeout(180_000);
const TARGETS = isFull ? ALL_TARGETS : ['/p/nodejs?version=18.20.4', '/verify', '/stack'];

/** Read, of no kind, empty, and full of what cannot be read. */
const FORMS = [
  `FROM node:18-alpine3.18\nFROM ${HOSTILE}\n${'FROM a b c d\n'.repeat(40)}`,
  ...(isFull ? ['hello', ' ', Array.from({ length: 300 }, (_, at) => `a${at}==1`).join('\n')] : []),
];

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

  test.each(TARGETS)('%s is walked by keyboard alone: all of it, in its order, seen at each step', async (target) => {
    const page = await session.browser.newPage();
    await page.goto(session.api.url + target);
    const { reached, ...faults } = await walkByKeyboard(page);

    expect(faults).toEqual({ missed: [], unseen: [], isInOrder: true });
    expect(reached).toBeGreaterThan(10);
    await page.close();
  });

  test.each(FORMS)('what the form of stacks is answered fits and breaks no rule, without scripts: %j', async (text) => {
    const context = await session.browser.newContext({ bypassCSP: true, colorScheme: SCHEMES[0] });
    const page = await context.newPage();
    await page.goto(`${session.api.url}/stack`);
    // Sent as it is, past the script of the page.
    await page.fill('#text', text);
    await Promise.all([page.waitForNavigation(), page.evaluate('document.querySelector("#stack").submit()')]);
    await look(page, `stack-form-${FORMS.indexOf(text)}`);
    expect(await overflowOf(page)).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    expect((await walkByKeyboard(page)).missed).toEqual([]);
    await context.close();
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
