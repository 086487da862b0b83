import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PageShare } from './page-share';

jest.useFakeTimers();
afterEach(() => jest.clearAllTimers());

/** A page share on a clock of its own, with what happened to each page by name. */
function setUp() {
  let nowMs = 0;
  const state = { busy: 0, sales: 0, tookMs: 1 };
  const answered: string[] = [];
  const refused: string[] = [];
  const names = new Map<ServerResponse, string>();
  const clients = new Map<ServerResponse, string>();
  const share = new PageShare({
    clock: { monotonic: () => nowMs },
    salesUnderWay: () => state.sales,
    clientOf: (response) => clients.get(response)!,
    refuse: (response) => refused.push(names.get(response)!),
    utilization: () => state.busy,
  });
  const page = (name: string, client = `client of ${name}`): ServerResponse => {
    const response = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
    names.set(response, name);
    clients.set(response, client);
    share.serve(response, () => {
      answered.push(name);
      nowMs += state.tookMs;
      response.emit('prefinish');
    });
    return response;
  };
  const pass = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 10) {
      nowMs += 10;
      jest.advanceTimersByTime(10);
    }
  };
  return { state, answered, refused, page, pass };
}

const contested = { busy: 1, sales: 1 };

test.each([
  ['nothing is sold', { busy: 1, sales: 0 }],
  ['there is room', { busy: 0.6, sales: 10 }],
])('every page is answered at once where %s', (_why, state) => {
  const shared = setUp();
  Object.assign(shared.state, state);
  for (let at = 0; at < 1_000; at++) shared.page(String(at));

  expect(shared.answered).toHaveLength(1_000);
});

test('while sales take all of the time, pages get a hundredth of it, in their order', () => {
  const { state, answered, refused, page, pass } = setUp();
  Object.assign(state, contested);
  pass(100);
  const names = Array.from({ length: 60 }, (_, at) => String(at));
  names.forEach((name) => page(name));
  const atOnce = answered.length;
  pass(1_000);

  expect(atOnce).toBeLessThanOrEqual(11);
  expect(answered.length - atOnce).toBeGreaterThanOrEqual(8);
  expect(answered.length - atOnce).toBeLessThanOrEqual(11);
  expect(answered).toEqual(names.slice(0, answered.length));
  expect(refused).toEqual([]);
});

test('a page that waited for too long is refused, and so is one that finds a full line', () => {
  const { state, answered, refused, page, pass } = setUp();
  Object.assign(state, contested, { tookMs: 100 });
  pass(100);
  for (let at = 0; at < 300; at++) page(String(at));

  expect(refused).toHaveLength(300 - 250 - answered.length);
  pass(3_000);
  expect(answered.length + refused.length).toBe(300);
  expect(answered.length).toBeGreaterThan(1);
});

test.each([
  ['one client', (_at: number) => '192.0.2.1'],
  ['the addresses of one network', (at: number) => `2001:db8::${at.toString(16)}`],
  ['the networks of one site', (at: number) => `2001:db8:0:${at.toString(16)}::1`],
])('%s cannot fill the line', (_what, addressOf) => {
  const { state, answered, refused, page, pass } = setUp();
  Object.assign(state, contested, { tookMs: 100 });
  pass(100);
  for (let at = 0; at < 300; at++) page(`greedy ${at}`, addressOf(at));
  expect(refused).toHaveLength(300 - 125 - answered.length);
  for (let at = 0; at < 100; at++) page(String(at));
  expect(refused.filter((name) => !name.startsWith('greedy'))).toEqual([]);

  // Who has waited leaves the place to the next.
  pass(3_000);
  refused.length = 0;
  page('later', addressOf(0));
  expect(refused).toEqual([]);
});

test('once sales leave room, the line is served', () => {
  const { state, answered, page, pass } = setUp();
  Object.assign(state, contested);
  pass(100);
  for (let at = 0; at < 100; at++) page(String(at));
  state.busy = 0.2;
  pass(1_000);

  expect(answered).toHaveLength(100);
});

test('a reader who has gone takes no time', () => {
  const { state, answered, page, pass } = setUp();
  Object.assign(state, contested, { tookMs: 20 });
  pass(100);
  page('first');
  const gone = page('gone');
  Object.assign(gone, { destroyed: true });
  page('last');
  pass(1_500);

  expect(answered).toEqual(['first', 'last']);
});

test('one slow page does not keep the others out for long', () => {
  const { state, answered, page, pass } = setUp();
  Object.assign(state, contested, { tookMs: 5_000 });
  pass(100);
  page('slow');
  state.tookMs = 1;
  page('next');
  pass(600);

  expect(answered).toEqual(['slow', 'next']);
});
