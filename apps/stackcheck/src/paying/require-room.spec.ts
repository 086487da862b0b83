import fc from 'fast-check';
import { requireRoom } from './require-room';

const LEFT = { call: 50_000n, session: 500_000n, day: 2_000_000n };

describe('the room for a bill', () => {
  test.each<[string, readonly bigint[], typeof LEFT, RegExp]>([
    [
      'one call is too dear, and the run, too',
      [50_000n, 50_000n, 500_000n],
      LEFT,
      /^the bill of 0\.60 USD is more than the caps leave: 0\.05 for a call of 0\.50 USD \(--max-usd-per-call\), 0\.50 for this run \(--max-usd\); nothing was paid/,
    ],
    [
      'many calls are too many for the run',
      Array<bigint>(17).fill(30_000n),
      LEFT,
      /: 0\.50 for this run \(--max-usd\);/,
    ],
    ['the day is spent', [30_000n], { ...LEFT, day: 29_999n }, /: 0\.029999 for today \(--max-usd-per-day\);/],
  ])('is missing: %s', (_, prices, left, sentence) => {
    expect(() => requireRoom(prices, left)).toThrow(
      expect.objectContaining({ exitCode: 5, message: expect.stringMatching(sentence) as string }),
    );
  });

  it('is there exactly where each payment in turn is within the caps', () => {
    const amount = fc.bigInt({ min: 0n, max: 60n });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 5 }), amount, amount, amount, (prices, call, session, day) => {
        let spent = 0n;
        const fits = prices.every((price) => price <= call && (spent += price) <= session && spent <= day);
        const check = () => requireRoom(prices, { call, session, day });
        if (fits) check();
        else expect(check).toThrow('nothing was paid');
      }),
    );
  });
});
