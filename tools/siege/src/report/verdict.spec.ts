import type { Call } from '../honest/shop';
import { verdictOf } from './verdict';

const good = (count: number): Call[] =>
  Array.from({ length: count }, () => ({ tookMs: 1, isGood: true, outcome: '200' }));
const lost = (count: number, outcome = '503'): Call[] =>
  Array.from({ length: count }, () => ({ tookMs: 1, isGood: false, outcome }));

test('one call in a hundred may be lost, not two', () => {
  expect(verdictOf([...good(99), ...lost(1)], [])).toEqual({ repelled: true, reasons: [] });
  expect(verdictOf([...good(98), ...lost(2)], []).repelled).toBe(false);
});

test('what was answered instead is counted', () => {
  const { reasons } = verdictOf([...good(1), ...lost(2), ...lost(1, 'ECONNRESET')], []);

  expect(reasons).toEqual(['2 × 503, 1 × ECONNRESET instead of answers']);
});

test('an attack also wins by what it is judged by besides', () => {
  expect(verdictOf(good(10), [undefined, 'the facilitator was asked too often'])).toEqual({
    repelled: false,
    reasons: ['the facilitator was asked too often'],
  });
});
