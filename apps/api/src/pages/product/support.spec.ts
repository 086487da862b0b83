import type { EolCycle } from '@stackcheck/eol-core';
import { drawnCycles } from './support';

/** Cycles by their first letters: those of `e` have ended. */
const drawnOf = (names: string): string => {
  const cycles = names
    .split(' ')
    .map((cycle) => ({ cycle, status: cycle.startsWith('e') ? 'eol' : 'supported' }) as EolCycle);
  return drawnCycles(cycles)
    .map(({ cycle }) => cycle)
    .join(' ');
};

describe('the cycles that are drawn', () => {
  it.each([
    ['s1 e2 s3', 's1 e2 s3'],
    // One of long support is below many that have ended.
    ['s1 e2 e3 e4 e5 e6 e7 e8 s9', 's1 e2 e3 e4 e5 s9'],
    ['e1 e2 e3 e4 e5 e6 e7 e8', 'e1 e2 e3 e4 e5 e6'],
    ['s1 s2 s3 s4 s5 e6 e7 e8 e9', 's1 s2 s3 s4 s5 e6 e7 e8'],
  ])('of %s are %s', (names, drawn) => expect(drawnOf(names)).toBe(drawn));

  it('are sixteen at most', () => {
    expect(drawnOf(Array.from({ length: 40 }, (_, at) => `s${at}`).join(' ')).split(' ')).toHaveLength(16);
  });
});
