import fc from 'fast-check';
import { EOL_DESCRIPTOR } from '../eol/descriptor';
import { freshnessOf } from './freshness';

const HOUR = 3_600_000;
const at = (ageHours: number, starter = false) =>
  freshnessOf(EOL_DESCRIPTOR, { refreshedAt: 1e12, starter, nowMs: 1e12 + ageHours * HOUR });

describe('freshness', () => {
  it.each([
    [0, 'fresh'],
    [26, 'fresh'],
    [26.01, 'stale'],
    [48, 'stale'],
    [48.01, 'too_old'],
    [1e6, 'too_old'],
    [-0.05, 'fresh'],
    [-0.1, 'stale'],
  ])('%d hours after the last check data is %s', (age, expected) => {
    expect(at(age)).toBe(expected);
  });

  it('a starter is stale, always, and never too old by itself', () => {
    fc.assert(fc.property(fc.double({ min: -1e4, max: 1e6, noNaN: true }), (age) => at(age, true) === 'stale'));
  });

  it('data that was never checked is too old', () => {
    expect(freshnessOf(EOL_DESCRIPTOR, { refreshedAt: null, starter: false, nowMs: 0 })).toBe('too_old');
  });

  it('data never gets fresher by waiting', () => {
    const rank = { fresh: 0, stale: 1, too_old: 2 };
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 200, noNaN: true }),
        fc.double({ min: 0, max: 200, noNaN: true }),
        (a, b) => {
          return rank[at(Math.max(a, b))] >= rank[at(Math.min(a, b))];
        },
      ),
    );
  });
});
