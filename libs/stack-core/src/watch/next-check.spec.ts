import * as fc from 'fast-check';
import { nextCheckAfter } from './next-check';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number | null, cadenceHours: number) => ({
  refreshedAtMs: hours === null ? null : NOW + hours * HOUR,
  cadenceHours,
});

describe('the next check', () => {
  it.each([
    ['one turn after the last refresh', [at(-2, 6)], 4],
    ['the first of several turns', [at(-2, 24), at(-3, 6)], 3],
    ['the next turn of a dataset that is late', [at(-7, 6)], 5],
    ['a whole turn away right after a refresh', [at(0, 6)], 6],
    ['a turn from now where nobody knows', [at(null, 6)], 6],
    ['a turn from now where a clock is wrong', [at(5, 6)], 6],
    ['tomorrow where there are no datasets', [], 24],
    ['never later than tomorrow, since days change things too', [at(-1, 168)], 24],
  ])('is %s', (_what, refreshes, hours) => {
    expect((nextCheckAfter(NOW, refreshes) - NOW) / HOUR).toBe(hours);
  });

  it('always lies ahead, within a day (property)', () => {
    const refresh = fc.record({
      refreshedAtMs: fc.option(fc.integer({ min: 0, max: 2 * NOW })),
      cadenceHours: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(fc.array(refresh), (refreshes) => {
        const next = nextCheckAfter(NOW, refreshes);

        expect(next).toBeGreaterThan(NOW);
        expect(next).toBeLessThanOrEqual(NOW + 24 * HOUR);
      }),
    );
  });
});
