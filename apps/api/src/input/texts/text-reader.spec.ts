import { SOURCE_THREAD } from '@stackcheck/store-sqlite/testing';
import { readText } from './read-text';
import { RefusedAfterWaiting } from './refused-after-waiting';
import { TextReader } from './text-reader';

const PACKAGES = Array.from({ length: 7_000 }, (_, at) => `a${at.toString(36)}==1`).join('\n');

test('a text is read in a thread to what is read on the spot, however many texts there are', async () => {
  const reader = new TextReader(SOURCE_THREAD);
  const texts = ['FROM node:18-alpine3.18', 'hello', PACKAGES];
  const read = await Promise.all(texts.map((text) => reader.read({ text, withDev: true })));

  expect(read.map((each) => each.read)).toEqual(texts.map((text) => readText(text, true)));
  expect(read.every(({ workedMs }) => workedMs > 0)).toBe(true);
});

test('of a large text comes as much as a page shows, and how much there is', () => {
  const { files, requests, bodies } = readText(PACKAGES, true);
  const [{ found, packages } = { found: undefined, packages: 0 }] = files;

  expect([packages, found?.count, found?.first.length]).toEqual([7_000, 7_000, 60]);
  expect([requests, bodies.length]).toEqual([140, 4]);
});

test('a text that takes too long is refused with a sentence, and those behind it may come again', async () => {
  const reader = new TextReader(SOURCE_THREAD, 1);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, () => reader.read({ text: PACKAGES, withDev: true })),
  );
  const codes = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'read',
  );

  expect(codes).toEqual(['bad_request', ...Array.from({ length: 8 }, () => 'rate_limited')]);
  // What those behind it did is to wait; the ninth did not even that.
  const waitedMs = outcomes
    .slice(1, 8)
    .map((outcome) => (outcome as PromiseRejectedResult).reason as RefusedAfterWaiting);
  for (const { elsewhereMs } of waitedMs) expect(elsewhereMs).toBeGreaterThan(0);
});

test.each([
  ['cannot start', { ...SOURCE_THREAD, resourceLimits: { maxOldGenerationSizeMb: 1, maxYoungGenerationSizeMb: 1 } }],
  ['cannot be made', { ...SOURCE_THREAD, execArgv: ['--no-such-option'] }],
  ['cannot load what it reads with', { ...SOURCE_THREAD, execArgv: ['--require', './no-such-module.js'] }],
])(
  'a text is not to blame where the thread %s: it may be sent again, and its client has only waited',
  async (_why, options) => {
    const startedMs = performance.now();
    const faults: unknown[] = [];
    const fault: unknown = await new TextReader(options, undefined, (why) => faults.push(why))
      .read({ text: 'FROM node:18', withDev: true })
      .catch((error: unknown) => error);
    const tookMs = performance.now() - startedMs;

    expect(fault).toBeInstanceOf(RefusedAfterWaiting);
    const { code, elsewhereMs } = fault as RefusedAfterWaiting;
    expect(code).toBe('rate_limited');
    expect(elsewhereMs).toBeGreaterThanOrEqual(0);
    expect(elsewhereMs).toBeLessThanOrEqual(tookMs);
    expect(faults).toHaveLength(1);
  },
);
