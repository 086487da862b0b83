import { EventLoopWatch, loopDelay } from './event-loop-watch';
import { Pause } from './pause';

/** Looks once per sample. */
function look(limitMs: number, ...samples: number[]): [paused: boolean, shedding: boolean] {
  const pause = new Pause();
  const left = [...samples];
  const watch = new EventLoopWatch({ p99Ms: () => left.shift()!, stop: () => undefined }, pause, limitMs);
  for (const lag of samples) expect(watch.look()).toBe(lag);
  return [pause.isPaused(), pause.isShedding()];
}

describe('the event loop', () => {
  test.each<[string, number[], boolean, boolean]>([
    ['on time', [0, 0], false, false],
    ['at the limit', [100, 100], false, false],
    ['late', [101, 101], false, true],
    ['late once', [0, 5_000], false, false],
    ['late once, then a little', [5_000, 20], false, false],
    ['very late', [1_001, 1_001], true, true],
    ['late, then on time', [500, 500, 5], false, false],
  ])('%s', (_name, samples, paused, shedding) => expect(look(100, ...samples)).toEqual([paused, shedding]));

  test('a limit of 0 never sheds', () => expect(look(0, 9_000, 9_000)).toEqual([false, false]));

  test('a stall of 300 ms is seen by the real measure, and forgotten after it was read', async () => {
    const delay = loopDelay();
    try {
      await sleep(220);
      const until = performance.now() + 300;
      while (performance.now() < until);
      await sleep(150);

      expect(delay.p99Ms()).toBeGreaterThan(150);
      await sleep(400);
      expect(delay.p99Ms()).toBeLessThan(100);
    } finally {
      delay.stop();
    }
  });
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
