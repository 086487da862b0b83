import { setImmediate as nextTurn } from 'node:timers/promises';
import { threadTimeMs } from './thread-time';
import { TurnWatch } from './turn-watch';

describe('watching turns', () => {
  it('reports the longest one since it was asked before', async () => {
    let now = 0;
    const watch = new TurnWatch(() => now);
    const take = async (ms: number): Promise<void> => {
      now += ms;
      await nextTurn();
      await nextTurn();
    };

    await take(50);
    expect(watch.longestMs()).toBe(0);
    for (const ms of [2, 7, 3]) await take(ms);
    expect(watch.longestMs()).toBe(7);
    await take(1);
    expect(watch.longestMs()).toBe(1);
    watch.end();
  });
});

describe('the time of a thread', () => {
  it('goes on while the thread works and not while it waits', () => {
    const now = threadTimeMs();
    const startedAt = now();
    let steps = 0;
    while (now() === startedAt) steps++;
    const worked = now();
    const clockBefore = performance.now();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);

    expect(steps).toBeLessThan(1e6);
    expect(worked).toBeGreaterThan(startedAt);
    expect(now() - worked).toBeLessThan((performance.now() - clockBefore) / 2);
  });
});
