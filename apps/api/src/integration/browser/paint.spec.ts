import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { describeInChromium, isFull } from '../../testing/browser-session';

/** How often each page is opened (`npm run pages -- paint`); once in the full campaign, so that this goes on working. */
const ROUNDS = Number(process.env['PAINT_ROUNDS'] ?? 0);
const whereWanted = ROUNDS > 0 || isFull ? test : test.skip;
jest.setTimeout(600_000);
const TARGETS = ['/', '/p/nodejs', '/image', '/stack', '/docs/api'];

describeInChromium((session) => {
  whereWanted('all pages are painted; when, is printed where it was asked for', async () => {
    const empty = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>a</title><p>a');
    });
    await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve));
    const { port } = empty.address() as AddressInfo;
    const pages = [`http://127.0.0.1:${port}/`, ...TARGETS.map((target) => session.api.url + target)];
    const paintedMs = new Map<string, number[]>(pages.map((url) => [url, []]));
    // In turn, so that what else the machine does meets all of them; the first round makes pages and starts processes.
    for (let round = 0; round <= ROUNDS; round++)
      for (const url of pages) {
        const ms = await firstPaint(session.browser, url);
        expect(ms).toBeGreaterThan(0);
        if (round > 0) paintedMs.get(url)!.push(ms);
      }
    empty.close();
    if (ROUNDS > 0) process.stdout.write(`\nFirst paint, median of ${ROUNDS} and the quickest:\n${table(paintedMs)}\n`);
  });
});

/** Milliseconds from the navigation to the first paint of content, with nothing kept from before. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const ms = await page.evaluate<number>(`new Promise((resolve) => {
    const seen = (list) => list.getEntriesByName('first-contentful-paint').forEach(({ startTime }) => resolve(startTime));
    new PerformanceObserver(seen).observe({ type: 'paint', buffered: true });
  })`);
  await context.close();
  return ms;
}

function table(paintedMs: ReadonlyMap<string, readonly number[]>): string {
  const lines = [...paintedMs].map(([url, all], at) => {
    const sorted = [...all].sort((a, b) => a - b);
    const [least = 0, median = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
    const name = at === 0 ? 'an empty page' : new URL(url).pathname;
    return `  ${name.padEnd(16)} ${median.toFixed(0).padStart(5)} ms ${least.toFixed(0).padStart(5)} ms`;
  });
  return lines.join('\n');
}
