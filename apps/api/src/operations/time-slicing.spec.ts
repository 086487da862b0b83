import { timeSlicing } from './time-slicing';

describe('timeSlicing', () => {
  it('is due from the start, and again when its time is up after a pause', async () => {
    let now = 100;
    const yieldPolicy = timeSlicing({ turnMs: 2, nowMs: () => now });

    expect(yieldPolicy.isDue()).toBe(true);
    await yieldPolicy.pause();
    expect(yieldPolicy.isDue()).toBe(false);
    now += 1.9;
    expect(yieldPolicy.isDue()).toBe(false);
    now += 0.1;
    expect(yieldPolicy.isDue()).toBe(true);
  });

  it('lets what is waiting run first', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('waiting'));

    await timeSlicing().pause();
    order.push('task');

    expect(order).toEqual(['waiting', 'task']);
  });

  it('gives turns to one task after the other, one between two looks at the network', async () => {
    const yieldPolicy = timeSlicing();
    const order: string[] = [];
    const task = async (name: string): Promise<void> => {
      for (let turn = 1; turn <= 3; turn++) {
        await yieldPolicy.pause();
        order.push(`${name}${turn}`);
      }
    };
    let running = true;
    const look = (): void => {
      order.push('-');
      if (running) setImmediate(look);
    };

    setImmediate(look);
    await Promise.all([task('a'), task('b')]);
    running = false;

    expect(order.filter((what) => what !== '-')).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
    expect(order.join('')).not.toMatch(/\d[ab]/);
  });

  it('has the young generation collected in a turn of its own, once there is much of it', async () => {
    const MB = 1024 * 1024;
    const happened: string[] = [];
    let used = 0;
    const collect = (): void => {
      happened.push(`collected ${used / MB}`);
      used = MB;
    };
    const yieldPolicy = timeSlicing({ young: { usedBytes: () => used, collect } });

    for (let turn = 1; turn <= 6; turn++) {
      await yieldPolicy.pause();
      happened.push(`turn ${turn}`);
      used += MB;
    }

    expect(happened).toEqual(['turn 1', 'turn 2', 'turn 3', 'collected 3', 'turn 4', 'turn 5', 'turn 6']);
  });
});
