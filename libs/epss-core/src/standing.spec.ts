import * as fc from 'fast-check';
import { crossing, isModelChange, standingOf, type EpssStanding } from './standing';

describe('where a CVE stands', () => {
  it.each<[number | null, number | undefined, boolean, EpssStanding]>([
    [0.1, 0.1, true, 'above'],
    [0.09999, 0.1, true, 'below'],
    [0, 0, true, 'above'],
    [null, 0, true, 'below'],
    [null, 0.1, false, 'unknown'],
    [0.2, 0.1, false, 'above'],
    [0.2, undefined, true, 'unknown'],
  ])('with score %p and threshold %p (all known: %p) is %s', (score, threshold, isKnown, expected) => {
    expect(standingOf(score, threshold, isKnown)).toBe(expected);
  });
});

describe('a crossing', () => {
  const standing = fc.constantFrom<EpssStanding>('above', 'below', 'unknown');

  it('is the other way on the way back, and none to the same side or from the unknown (property)', () => {
    const back = { up: 'down', down: 'up' } as const;
    fc.assert(
      fc.property(standing, standing, (a, b) => {
        const there = crossing(a, b);
        expect(crossing(b, a)).toBe(there && back[there]);
        expect(there === undefined).toBe(a === b || a === 'unknown' || b === 'unknown');
      }),
    );
    expect(crossing('below', 'above')).toBe('up');
  });
});

describe('a change of the model', () => {
  it.each([
    ['v1', 'v2', true],
    ['v1', 'v1', false],
    [null, 'v1', false],
    ['v1', null, false],
  ])('from %p to %p: %p', (before, now, expected) => {
    expect(isModelChange(before, now)).toBe(expected);
  });
});
