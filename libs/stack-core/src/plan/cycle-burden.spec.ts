import { DEFAULT_POLICY } from '../policy';
import { makeCycle } from '../testing/make-stack';
import { burdenOf } from './burden';
import { cycleBurdenUnder } from './cycle-burden';

const ENDED = { level: 'fail', code: 'eol' } as const;
const SOON = { level: 'warn', code: 'eol_soon' } as const;
const policy = { ...DEFAULT_POLICY, eol_within_days: 10 };
const endingOn = (...days: readonly (string | null)[]) => days.map((day) => makeCycle('1', { eolFrom: day }));

test.each([
  ['none', [], []],
  ['one without an end', [null], []],
  ['one that has ended', ['2026-11-19'], [ENDED]],
  ['one that ends in ten days', ['2026-11-30'], [SOON]],
  ['one that ends in eleven', ['2026-12-01'], []],
  ['one that has ended and one that ends soon', ['2026-11-30', '2026-11-19'], [ENDED, SOON]],
])('against cycles stands what stands against each: %s', (_what, days, reasons) => {
  expect(cycleBurdenUnder(policy, '2026-11-20')(endingOn(...days))).toEqual(burdenOf(reasons));
});

test('the day is that of the policy, and an end that is no failure there weighs less', () => {
  const later = cycleBurdenUnder({ ...policy, as_of: '2026-12-10' }, '2026-11-20');
  const milder = cycleBurdenUnder({ ...policy, fail_on: [] }, '2026-11-20');

  expect(later(endingOn('2026-12-01'))).toEqual(burdenOf([ENDED]));
  expect(milder(endingOn('2026-11-19'))).toEqual(burdenOf([{ ...ENDED, level: 'warn' }]));
});
