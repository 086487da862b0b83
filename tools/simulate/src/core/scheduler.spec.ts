import { Random } from './random';
import { Scheduler } from './scheduler';
import { simulateTimers } from './simulated-timers';

const story = async (seed: string): Promise<readonly string[]> => {
  const scheduler = new Scheduler(new Random(seed));
  const lines: string[] = [];
  const tell = async (name: string): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await scheduler.sleep(10);
      await Promise.resolve();
      lines.push(`${scheduler.nowMs} ${name}`);
    }
  };
  for (const name of ['a', 'b', 'c']) void tell(name);
  await scheduler.run(100, () => false);
  return lines;
};

test('the same seed gives the same schedule, another seed another one', async () => {
  const [first, again, ...others] = await Promise.all(['1', '1', '2', '3', '4'].map(story));

  expect(again).toEqual(first);
  expect(others.some((other) => other.join() !== first!.join())).toBe(true);
});

test('time stops at the given limit, and hours take no time', async () => {
  const scheduler = new Scheduler(new Random('x'));
  let woken = 0;
  void scheduler.sleep(3_600_000).then(() => woken++);
  void scheduler.sleep(3_600_001).then(() => woken++);

  await scheduler.run(3_600_000, () => false);

  expect([woken, scheduler.nowMs]).toEqual([1, 3_600_000]);
});

test('timers of the code under test go by simulated time until the simulation ends', async () => {
  const scheduler = new Scheduler(new Random('x'));
  const end = simulateTimers(scheduler);
  const rung: string[] = [];
  try {
    const cleared = setTimeout(() => rung.push('cleared'), 40);
    setTimeout(() => rung.push(`timeout at ${scheduler.nowMs}`), 50);
    setImmediate(() => rung.push(`immediate at ${scheduler.nowMs}`));
    clearTimeout(cleared);

    await scheduler.run(60, () => false);
  } finally {
    end();
  }

  expect(rung).toEqual(['immediate at 0', 'timeout at 50']);
  await expect(new Promise((resolve) => setTimeout(resolve, 1))).resolves.toBeUndefined();
});
