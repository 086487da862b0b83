import { trendOf } from './trend';

const TOLERANCE = { share: 0.02, least: 5 };

const points = (values: readonly number[]) => values.map((value, at) => ({ requests: (at + 1) * 100, value }));

describe('whether memory grows with the requests', () => {
  it.each([
    ['what stays is flat', [1_000, 1_000, 1_000], true],
    ['what shrinks is flat', [1_000, 900, 800], true],
    ['what gains two in a hundred over the run is flat', [1_000, 1_010, 1_020], true],
    ['what gains a little more grows', [1_000, 1_011, 1_022], false],
    ['one point taken at a bad moment changes nothing', [1_000, 1_000, 1_900, 1_000, 1_000], true],
    ['nor does one that hides a growth', [1_000, 1_100, 1_200, 1_300, 1_000], false],
    ['few of anything may gain the least amount', [10, 12, 15], true],
    ['and no more', [10, 13, 16], false],
  ])('%s', (_, values, isFlat) => expect(trendOf(points(values), TOLERANCE).isFlat).toBe(isFlat));

  it('reports the growth per request, and the last point to the first', () =>
    expect(trendOf(points([1_000, 1_100, 1_200]), TOLERANCE)).toEqual({
      perRequest: 1,
      lastToFirst: 1.2,
      isFlat: false,
    }));

  it('is unknown of one point', () => expect(() => trendOf(points([1]), TOLERANCE)).toThrow(RangeError));
});
