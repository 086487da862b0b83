import { elapsedMs, moment } from './elapsed';
import { isMoved, whyStopped } from './stopped';

const at = (monotonicMs: number, wallMs: number) => ({ monotonicMs, wallMs });

test.each([
  ['both clocks went on', at(10, 1_000), at(15, 1_005), 5],
  ['the machine slept', at(10, 1_000), at(15, 9_000), 8_000],
  ['the clock on the wall was put back', at(10, 1_000), at(15, 0), 5],
  ['nothing did', at(10, 1_000), at(10, 1_000), 0],
])('time that has passed where %s', (_what, since, now, expected) => {
  expect(elapsedMs(since, now)).toBe(expected);
});

test('the present moment is that of both clocks', () => {
  const [before, now, after] = [moment(), moment(), moment()];

  expect(now.monotonicMs).toBeGreaterThanOrEqual(before.monotonicMs);
  expect(now.monotonicMs).toBeLessThanOrEqual(after.monotonicMs);
  expect(now.monotonicMs).toBeLessThanOrEqual(performance.now());
  expect(now.wallMs).toBeGreaterThanOrEqual(before.wallMs);
  expect(now.wallMs).toBeLessThanOrEqual(Date.now());
});

test.each([
  [null, false],
  ['', false],
  ['a tail was lost', false],
  ['was moved to elsewhere', false],
  ['moved to elsewhere', true],
])('a ledger that is stopped because of %j was moved: %j', (stopped, expected) => {
  expect(isMoved(stopped)).toBe(expected);
});

test('why no node may sell is said with what to do', () => {
  expect(whyStopped('moved to /data/payments.db')).toBe(
    'this ledger was moved to /data/payments.db by `payments migrate` and takes no payments any more: ' +
      'set LEDGER_URL to where it is now, or DATA_DIR to its folder',
  );
  expect(whyStopped('a tail was lost')).toBe(
    'payments are stopped on all nodes (run audit and ledger verify, then resume --audited): a tail was lost',
  );
});
