import { systemClock, utcDay } from './clock';

test('the clock of the system is that of the process, and one that never goes back', () => {
  const [before, since] = [Date.now(), performance.now()];
  const [now, monotonic] = [systemClock.now(), systemClock.monotonic()];

  expect([before <= now, now <= Date.now()]).toEqual([true, true]);
  expect([since <= monotonic, monotonic <= performance.now()]).toEqual([true, true]);
});

test.each([
  ['2026-11-20T00:00:00.000Z', '2026-11-20'],
  ['2026-11-20T23:59:59.999Z', '2026-11-20'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31'],
])('the day of %s is %s', (instant, day) => {
  expect(utcDay(Date.parse(instant))).toBe(day);
});
