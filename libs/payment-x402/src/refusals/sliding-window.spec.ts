import fc from 'fast-check';
import { slidingWindow } from './sliding-window';

const ROOMY = { keysMax: 1_000, waitingMax: 500 };
const WINDOW_MS = 1_000;

interface Step {
  readonly key: string;
  readonly afterMs: number;
  readonly isAdd: boolean;
  readonly name: string | undefined;
}

const step = fc.record<Step>({
  key: fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c1'),
  afterMs: fc.nat({ max: 300 }),
  isAdd: fc.boolean(),
  name: fc.constantFrom(undefined, undefined, 'x', 'y'),
});

/** All events ever, kept in a list: what the window must say. */
class EventList {
  private readonly events: { readonly key: string; readonly at: number; readonly name: string | undefined }[] = [];

  constructor(private readonly limit: number) {}

  add(key: string, at: number, name: string | undefined): void {
    const isKnown =
      name !== undefined &&
      this.events
        .filter((event) => event.key === key)
        .slice(-this.limit)
        .some((event) => event.name === name && event.at + WINDOW_MS > at);
    if (!isKnown) this.events.push({ key, at, name });
  }

  waitMs(key: string, nowMs: number): number {
    const decisive = this.events.filter((event) => event.key === key).at(-this.limit);
    return decisive === undefined ? 0 : Math.max(0, decisive.at + WINDOW_MS - nowMs);
  }
}

describe('the sliding window', () => {
  // 1,700 runs of at least 60 steps.
  it('agrees with a list of all events over more than 100,000 of them', () => {
    let operations = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { minLength: 60, maxLength: 90 }), (limit, steps) => {
        const window = slidingWindow(limit, WINDOW_MS, ROOMY);
        const list = new EventList(limit);
        let now = 0;
        for (const { key, afterMs, isAdd, name } of steps) {
          now += afterMs;
          operations++;
          if (isAdd) {
            window.add(key, now, name);
            list.add(key, now, name);
          }
          if (window.waitMs(key, now) !== list.waitMs(key, now))
            throw new Error(`${key} at ${now}: ${window.waitMs(key, now)}, not ${list.waitMs(key, now)}`);
        }
      }),
      { numRuns: 1_700 },
    );
    expect(operations).toBeGreaterThanOrEqual(100_000);
  });

  it('never lets a key go that waits, however full it is, and stays within its bounds', () => {
    // As many wider keys as may be held, so that none of them is forgotten either.
    const bounds = { keysMax: 4, waitingMax: 3, widerKey: (key: string) => key.slice(0, 1) };
    fc.assert(
      fc.property(fc.array(step, { minLength: 60, maxLength: 90 }), (steps) => {
        const window = slidingWindow(2, WINDOW_MS, bounds);
        const ends = new Map<string, number>();
        let now = 0;
        for (const { key, afterMs } of steps) {
          now += afterMs;
          if (window.waitMs(key, now) === 0) window.add(key, now);
          if (window.waitMs(key, now) > 0) ends.set(key, now + window.waitMs(key, now));
          for (const [each, endMs] of ends) {
            const [waits, atLeast] = [window.waitMs(each, now), Math.max(0, endMs - now)];
            if (waits < atLeast) throw new Error(`${each} at ${now}: ${waits}, less than ${atLeast}`);
          }
          if (window.size() > bounds.keysMax + bounds.waitingMax) throw new Error(`${window.size()} keys`);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('forgets first what passed, then what counts longest ago, and what waits not at all', () => {
    const window = slidingWindow(2, WINDOW_MS, { keysMax: 10, waitingMax: 5 });
    window.add('waits', 0);
    window.add('waits', 0);
    window.add('counted once', 1);

    for (let key = 0; key < 1_000; key++) window.add(`key ${key}`, 2);

    expect(window.size()).toBe(10);
    expect(window.waitMs('waits', 2)).toBe(998);
    window.add('counted once', 2);
    expect(window.waitMs('counted once', 2)).toBe(0);
    window.add('key 999', 1_001);
    expect([window.waitMs('key 999', 1_001), window.waitMs('waits', 1_001)]).toEqual([1, 0]);
  });

  it('gives back the room of what passed before it is needed', () => {
    const window = slidingWindow(2, WINDOW_MS, ROOMY);
    for (let key = 0; key < 100; key++) window.add(`key ${key}`, key);

    window.add('later', 1_050);

    expect(window.size()).toBe(50);
  });

  it('makes the wider key wait when there is no room for another waiting one', () => {
    const window = slidingWindow(1, WINDOW_MS, { keysMax: 10, waitingMax: 2, widerKey: (key) => key.slice(0, 1) });
    for (const [key, at] of [
      ['a1', 0],
      ['a2', 10],
      ['b1', 20],
      ['b2', 30],
    ] as const)
      window.add(key, at);

    expect(['a1', 'a2', 'a3', 'b1', 'b9', 'c1'].map((key) => window.waitMs(key, 30))).toEqual([
      970, 980, 0, 1_000, 1_000, 0,
    ]);
    // Once one that waited is free, there is room again.
    window.add('c1', 1_000);
    expect(['a1', 'c1', 'c2'].map((key) => window.waitMs(key, 1_000))).toEqual([0, 1_000, 0]);
  });

  it('makes a wider key wait as long as any that it stands for', () => {
    const window = slidingWindow(2, WINDOW_MS, { keysMax: 10, waitingMax: 1, widerKey: (key) => key.slice(0, 1) });
    for (const [key, at] of [
      ['a1', 0],
      ['a1', 0],
      ['b2', 100],
      ['b1', 500],
      ['b1', 600],
      ['b2', 700],
    ] as const)
      window.add(key, at);

    expect([window.waitMs('b1', 700), window.waitMs('b2', 700)]).toEqual([800, 800]);
  });

  it('holds as many wider keys as ones that wait, and forgets the one that was needed longest ago', () => {
    const window = slidingWindow(1, WINDOW_MS, { keysMax: 10, waitingMax: 2, widerKey: (key) => key.slice(0, 1) });
    for (const key of ['a1', 'a2', 'b1', 'c1', 'b2', 'd1']) window.add(key, 0);

    expect(['a1', 'a2', 'b9', 'c9', 'd9'].map((key) => window.waitMs(key, 0))).toEqual([1_000, 1_000, 1_000, 0, 1_000]);
    expect(window.size()).toBe(4);
    window.add('d2', 0);
    expect(['b9', 'd9'].map((key) => window.waitMs(key, 0))).toEqual([1_000, 1_000]);
  });

  it('forgets the one that waits longest where there is no wider key', () => {
    const window = slidingWindow(1, WINDOW_MS, { keysMax: 60, waitingMax: 50 });

    for (let key = 0; key < 1_000; key++) window.add(`key ${key}`, 1);

    expect(window.size()).toBe(50);
    expect([window.waitMs('key 949', 1), window.waitMs('key 950', 1), window.waitMs('key 999', 1)]).toEqual([
      0, 1_000, 1_000,
    ]);
  });
});
