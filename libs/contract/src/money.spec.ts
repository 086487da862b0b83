import fc from 'fast-check';
import { atomicToUsd, usdToAtomic } from './money';

describe('an amount of dollars', () => {
  it.each([
    ['0', 0n],
    ['1', 1_000_000n],
    ['0.001', 1_000n],
    ['0.000001', 1n],
    ['1.100000', 1_100_000n],
    ['007', 7_000_000n],
    ['999999999999.999999', 999_999_999_999_999_999n],
  ])('"%s" is %s atomic units', (usd, atomic) => expect(usdToAtomic(usd)).toBe(atomic));

  it.each(['', '.5', '1.', '1.0000001', '-1', '+1', '1e3', ' 1', '1 ', '1,5', '0x1', '1234567890123', '٣', '1\n'])(
    'is not %j',
    (usd) => {
      const refusal = expect.objectContaining({ name: 'RangeError', code: 'invalid_amount' }) as unknown;

      expect(() => usdToAtomic(usd)).toThrow(RangeError);
      expect(attempt(usd)).toEqual(refusal);
    },
  );

  it('that is refused is quoted in part, and says what would do', () => {
    const { message } = attempt('9'.repeat(100)) as Error;

    expect(message).toBe(`"${'9'.repeat(40)}" is not a dollar amount with at most six decimals`);
  });

  it.each([
    [0n, '0'],
    [1n, '0.000001'],
    [1_000n, '0.001'],
    [1_000_000n, '1'],
    [10_000_000n, '10'],
    [1_100_000n, '1.1'],
  ])('of %s atomic units is written without needless zeros', (atomic, usd) => expect(atomicToUsd(atomic)).toBe(usd));

  it('is the same again after being written and read', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (atomic) => {
        expect(usdToAtomic(atomicToUsd(atomic))).toBe(atomic);
      }),
    ));
});

function attempt(usd: string): unknown {
  try {
    return usdToAtomic(usd);
  } catch (error) {
    return error;
  }
}
