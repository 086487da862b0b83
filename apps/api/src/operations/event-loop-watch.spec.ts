import { loopDelay, watchEventLoop } from './event-loop-watch';
import { Pause } from './pause';

describe('the event loop', () => {
  test.each([
    [0, false, false],
    [100, false, false],
    [101, false, true],
    [1_001, true, true],
  ])('%s ms late: paused %s, refusing payments %s', (lagMs, paused, shedding) => {
    const pause = new Pause();

    watchEventLoop({ p99Ms: () => lagMs, stop: () => undefined }, pause);

    expect([pause.isPaused(), pause.isShedding()]).toEqual([paused, shedding]);
  });

  test('payments are taken again after a quiet sample', () => {
    const pause = new Pause();
    const samples = [500, 5];
    const delay = { p99Ms: () => samples.shift()!, stop: () => undefined };

    watchEventLoop(delay, pause);
    watchEventLoop(delay, pause);

    expect(pause.isShedding()).toBe(false);
  });

  test('a stall of 200 ms is seen by the real measure, and forgotten after it was told', async () => {
    const delay = loopDelay();
    try {
      await sleep(50);
      const until = performance.now() + 200;
      while (performance.now() < until);
      await sleep(30);

      expect(delay.p99Ms()).toBeGreaterThan(100);
      await sleep(300);
      expect(delay.p99Ms()).toBeLessThan(100);
    } finally {
      delay.stop();
    }
  });
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
