import * as fc from 'fast-check';
import { daysBetween, isCalendarDate, toCalendarDate, yearsAfter } from './calendar-date';

const DAY_MS = 86_400_000;
const instant = fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 31) });

describe('a calendar date', () => {
  it.each([
    ['2026-11-22', 10, '2036-11-22'],
    ['2028-02-29', 10, '2038-02-28'],
    ['2028-02-29', 4, '2032-02-29'],
    ['2027-02-28', 1, '2028-02-28'],
  ])('%s is %i years later %s', (day, years, later) => {
    expect(yearsAfter(day, years)).toBe(later);
  });

  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is one', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '20261120',
    '2026-11-20T00:00:00Z',
    ' 2026-11-20',
    '2026-11-20\n',
    '+12026-01-01',
    '',
  ])('%j is none', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it('comes out of every instant', () => {
    fc.assert(fc.property(instant, (at) => isCalendarDate(toCalendarDate(at))));
  });

  it('begins and ends at midnight UTC', () => {
    const midnight = Date.UTC(2026, 10, 20);

    expect(toCalendarDate(midnight - 1)).toBe('2026-11-19');
    expect(toCalendarDate(midnight)).toBe('2026-11-20');
    expect(toCalendarDate(midnight + DAY_MS - 1)).toBe('2026-11-20');
  });

  it('has a year of four digits', () => {
    expect(() => toCalendarDate(Date.UTC(10_000, 0, 1))).toThrow(RangeError);
    expect(() => toCalendarDate(Number.NaN)).toThrow(RangeError);
  });
});

describe('days between two dates', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-21', 1],
    ['2026-11-20', '2026-10-31', -20],
    ['2024-02-28', '2024-03-01', 2],
    ['2025-02-28', '2025-03-01', 1],
    ['2026-03-28', '2026-03-30', 2],
    ['1999-12-31', '2000-01-01', 1],
  ])('%s to %s: %d', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });

  it('counts the days that were added', () => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        const days = Math.floor(b / DAY_MS) - Math.floor(a / DAY_MS);

        expect(daysBetween(toCalendarDate(a), toCalendarDate(b))).toBe(days);
        expect(daysBetween(toCalendarDate(b), toCalendarDate(a))).toBe(0 - days);
      }),
    );
  });
});
