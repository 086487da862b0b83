import { alternate, median, percentile, perSecond } from './rounds';

describe('rounds', () => {
  it('every contender runs once per round, and the order turns round after round', async () => {
    const order: string[] = [];
    const contender = (name: string) => ({ name, round: async () => order.push(name) });

    const samples = await alternate([contender('a'), contender('b')], 3);

    expect(order).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
    expect(samples.get('a')).toHaveLength(3);
    expect(samples.get('b')).toHaveLength(3);
  });

  it.each([
    [[3], 3],
    [[5, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])('the median of %j is %d', (values, expected) => expect(median(values)).toBe(expected));

  it.each([
    [[5], 99, 5],
    [[4, 1, 3, 2], 50, 2],
    [[4, 1, 3, 2], 75, 3],
    [Array.from({ length: 200 }, (_, index) => index + 1), 99, 198],
  ])('of %j, %d percent are at most %d', (values, percent, expected) =>
    expect(percentile(values, percent)).toBe(expected),
  );

  it('there is no median of nothing', () => expect(() => median([])).toThrow(RangeError));

  it('a rate counts what the work says it did, per second, after a warm-up', () => {
    let clock = 0;
    let calls = 0;

    const rate = perSecond(
      () => {
        clock += 10;
        calls += 1;
        return 5;
      },
      100,
      () => clock,
    );

    expect(rate).toBe(500);
    expect(calls).toBe(20);
  });
});
