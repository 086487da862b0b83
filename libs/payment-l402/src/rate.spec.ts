import fc from 'fast-check';
import { priceInMsat } from './rate';

const NOW_MS = 1_790_000_000_000;
const LIMITS = { centsPerBitcoinMin: 1_000_000n, centsPerBitcoinMax: 100_000_000n, ageMsMax: 3_600_000 };
const quote = (centsPerBitcoin: bigint, ageMs = 0) => ({ centsPerBitcoin, asOfMs: NOW_MS - ageMs });

describe('a price in millisatoshi', () => {
  /** atomic USDC | cents per bitcoin | msat */
  it.each([
    [1_000n, 10_000_000n, 1_000n],
    [50_000n, 10_000_000n, 50_000n],
    [1_000n, 6_000_000n, 1_667n],
    [1n, 100_000_000n, 1n],
  ])('of %s at %s is %s', (price, cents, amountMsat) => {
    expect(priceInMsat(price, quote(cents), LIMITS, NOW_MS)).toEqual({ ok: true, amountMsat });
  });

  it.each([
    ['no rate', undefined],
    ['a rate too old', quote(10_000_000n, 3_600_001)],
    ['a rate from the future', quote(10_000_000n, -300_001)],
    ['a rate of no time', { centsPerBitcoin: 10_000_000n, asOfMs: NaN }],
    ['a rate too low', quote(999_999n)],
    ['a rate too high', quote(100_000_001n)],
    ['a rate of nothing', quote(0n)],
  ])('does not exist with %s', (_name, rate) => {
    expect(priceInMsat(1_000n, rate, LIMITS, NOW_MS).ok).toBe(false);
  });

  it.each<[string, bigint, number]>([
    ['as old as a rate may be', 10_000_000n, 3_600_000],
    ['as far ahead as clocks differ', 10_000_000n, -300_000],
    ['as low as may be', 1_000_000n, 0],
    ['as high as may be', 100_000_000n, 0],
  ])('exists with a rate %s', (_what, cents, ageMs) => {
    expect(priceInMsat(1_000n, quote(cents, ageMs), LIMITS, NOW_MS).ok).toBe(true);
  });

  it.each<[string, ReturnType<typeof quote> | undefined]>([
    ['no rate', undefined],
    ['the rate is too old', quote(10_000_000n, 3_600_001)],
    ['the rate is out of bounds', quote(999_999n)],
    ['the rate is out of bounds', quote(100_000_001n)],
  ])('does not exist where %s, which is said', (reason, rate) => {
    expect(priceInMsat(1_000n, rate, LIMITS, NOW_MS)).toEqual({ ok: false, reason });
  });

  it('is never below the price and never a millisatoshi above it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: LIMITS.centsPerBitcoinMin, max: LIMITS.centsPerBitcoinMax }),
        (price, cents) => {
          const outcome = priceInMsat(price, quote(cents), LIMITS, NOW_MS);
          if (!outcome.ok) throw new Error(outcome.reason);
          const worth = outcome.amountMsat * cents;

          expect(worth >= price * 10n ** 7n).toBe(true);
          expect(worth - price * 10n ** 7n < cents).toBe(true);
        },
      ),
    );
  });
});
