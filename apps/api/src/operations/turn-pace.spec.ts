import { turnPace } from './turn-pace';

describe('turnPace', () => {
  it('is due from the start, and again when its time is up after a pause', async () => {
    let now = 100;
    const pace = turnPace(2, () => now);

    expect(pace.isDue()).toBe(true);
    await pace.pause();
    expect(pace.isDue()).toBe(false);
    now += 1.9;
    expect(pace.isDue()).toBe(false);
    now += 0.1;
    expect(pace.isDue()).toBe(true);
  });

  it('lets what is waiting run first', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('waiting'));

    await turnPace().pause();
    order.push('task');

    expect(order).toEqual(['waiting', 'task']);
  });
});
