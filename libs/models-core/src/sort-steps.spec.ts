import * as fc from 'fast-check';
import { finish } from './finish';
import { sortSteps } from './sort-steps';

const byFirst = (a: readonly [number, number], b: readonly [number, number]): number => a[0] - b[0];

describe('sorting in steps', () => {
  it('gives what toSorted gives, and keeps the order of equal elements', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 1_000, size: 'max' }), (numbers) => {
        const items = numbers.map((number, at) => [number, at] as const);

        expect(finish(sortSteps(items, byFirst))).toEqual([...items].sort(byFirst));
      }),
      { numRuns: 50 },
    );
  });

  it('takes many short steps, and leaves the list as it was', () => {
    const items = Array.from({ length: 2_000 }, (_, at) => [2_000 - at, at] as const);
    const before = [...items];

    expect([...sortSteps(items, byFirst)].length).toBeGreaterThan(30);
    expect(items).toEqual(before);
  });
});
