import { daysUntilEol, soonestDays, statusOn, toEolCycle } from './status';
import { makeCycle } from '../testing/make-product';

const TODAY = '2026-11-20';

describe('status on a day', () => {
  it.each([
    ['the end of life has passed', { eolFrom: '2026-11-19' }, 'eol'],
    ['the end of life is today', { eolFrom: '2026-11-20' }, 'supported'],
    ['the end of life is ahead', { eolFrom: '2026-11-21' }, 'supported'],
    ['the date has passed since upstream wrote its flag', { eolFrom: '2026-11-19', isEol: false }, 'eol'],
    ['a flag contradicts the date', { eolFrom: '2027-01-01', isEol: true }, 'supported'],
    ['it has ended on an unknown date', { isEol: true }, 'eol'],
    ['active support has passed', { eoasFrom: '2026-11-19', eolFrom: '2027-01-01' }, 'security-only'],
    ['active support ends today', { eoasFrom: '2026-11-20', eolFrom: '2027-01-01' }, 'supported'],
    ['active support ended on an unknown date', { isEoas: true }, 'security-only'],
    [
      'active support ends on a known date, whatever the flag says',
      { eoasFrom: '2027-01-01', isEoas: true },
      'supported',
    ],
    ['active support does not apply', { isEoas: null }, 'supported'],
    ['both have passed', { eoasFrom: '2020-01-01', eolFrom: '2021-01-01' }, 'eol'],
    ['extended support goes on', { eolFrom: '2025-01-01', eoesFrom: '2030-01-01' }, 'eol'],
    ['nothing is known', {}, 'supported'],
  ] as const)('when %s', (_, facts, status) => {
    expect(statusOn(makeCycle('1', facts), TODAY)).toBe(status);
  });
});

describe('days until the end of life', () => {
  it.each([
    ['2026-11-21', 1],
    ['2026-11-20', 0],
    ['2026-11-19', -1],
    [null, null],
  ] as const)('%s: %s', (eolFrom, days) => {
    expect(daysUntilEol(makeCycle('1', { eolFrom, isEol: true }), TODAY)).toBe(days);
  });
});

describe('long-term support', () => {
  it.each([
    ['since a day', { ltsFrom: '2026-10-28', isLts: false }, '2026-10-28', true],
    ['since today', { ltsFrom: '2026-11-20', isLts: false }, '2026-11-20', false],
    ['from a day ahead', { ltsFrom: '2026-11-21', isLts: true }, false, false],
    ['without a date', { isLts: true }, true, true],
    ['never', { isLts: false }, false, false],
  ] as const)('%s', (_, facts, lts, isLts) => {
    expect(toEolCycle(makeCycle('1', facts), TODAY)).toMatchObject({ lts, is_lts: isLts });
  });
});

describe('the published cycle', () => {
  it('carries every field under its wire name', () => {
    const cycle = makeCycle('24', {
      codename: 'Krypton',
      releaseDate: '2025-05-06',
      ltsFrom: '2025-10-28',
      eoasFrom: '2026-10-20',
      eolFrom: '2028-04-30',
      eoesFrom: '2030-01-01',
      latest: { name: '24.9.0', date: '2026-11-01', link: 'https://example.org/24.9.0' },
    });

    expect(toEolCycle(cycle, TODAY)).toStrictEqual({
      cycle: '24',
      codename: 'Krypton',
      release_date: '2025-05-06',
      status: 'security-only',
      eol: '2028-04-30',
      days_until_eol: 527,
      support_until: '2026-10-20',
      extended_support_until: '2030-01-01',
      lts: '2025-10-28',
      is_lts: true,
      latest: '24.9.0',
      latest_date: '2026-11-01',
      link: 'https://example.org/24.9.0',
    });
  });

  it.each([
    ['no latest version', null],
    ['an empty latest version', { name: '', date: '2026-01-01', link: 'https://example.org/' }],
  ])('says null where upstream knows %s', (_, latest) => {
    const published = toEolCycle(makeCycle('1', { latest }), TODAY);

    expect(published).toMatchObject({ latest: null, latest_date: null, link: null, eol: null, support_until: null });
  });

  it('is that of the day asked about, whichever was asked about before', () => {
    const cycle = makeCycle('1', { eolFrom: '2026-11-20' });
    const on = (day: string) => toEolCycle(cycle, day);

    expect(['2026-11-20', '2026-11-21', '2026-11-20'].map((day) => on(day).status)).toEqual([
      'supported',
      'eol',
      'supported',
    ]);
    expect(on('2026-11-22').days_until_eol).toBe(-2);
  });
});

describe('the soonest of days', () => {
  it.each([
    ['of none', [], null],
    ['of what is in no cycle, and of cycles without a date', [undefined, null], null],
    ['of several, one of which has ended', [90, undefined, -3, null, 12], -3],
    ['of several ahead', [12, 90], 12],
  ])('%s', (_what, days, expected) => {
    const cycles = days.map((one) => (one === undefined ? undefined : { days_until_eol: one }));
    expect(soonestDays(cycles)).toBe(expected);
  });
});
