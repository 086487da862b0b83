import { supportEvents } from './support-events';

const NONE = { released: null, activeUntil: null, ends: null, extendedUntil: null };

describe('the events of a release cycle', () => {
  it('are its known days, in the order of its life', () => {
    const cycle = {
      released: '2025-05-06',
      activeUntil: '2026-10-20',
      ends: '2028-04-30',
      extendedUntil: '2030-04-30',
    };

    expect(supportEvents(cycle)).toEqual([
      { kind: 'released', day: '2025-05-06' },
      { kind: 'active-ended', day: '2026-10-20' },
      { kind: 'ended', day: '2028-04-30' },
      { kind: 'extended-ended', day: '2030-04-30' },
    ]);
  });

  it.each([
    ['nothing is known', NONE, []],
    ['active support ends with the cycle', { ...NONE, activeUntil: '2028-04-30', ends: '2028-04-30' }, ['ended']],
    ['a day is none', { ...NONE, released: '2026-02-30', ends: 'soon' }, []],
  ])('are not repeated or made up where %s', (_, cycle, kinds) => {
    expect(supportEvents(cycle).map(({ kind }) => kind)).toEqual(kinds);
  });
});
