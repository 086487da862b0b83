import fc from 'fast-check';
import { firstFees, replacementFees, type Fees } from './fees';

const gwei = fc.bigInt(0n, 10n ** 12n);

describe('fees', () => {
  it('a first attempt bids at most half of the cap, and enough for the next block', () => {
    fc.assert(
      fc.property(gwei, gwei, gwei, (baseFee, tip, cap) => {
        const fees = firstFees(baseFee, tip, cap);
        if (!fees) return expect(baseFee + tip).toBeGreaterThan(cap / 2n);
        expect(fees.maxFeePerGas).toBeGreaterThanOrEqual(baseFee + tip);
        expect(fees.maxFeePerGas).toBeLessThanOrEqual(cap / 2n);
        return expect(fees.maxPriorityFeePerGas).toBe(tip);
      }),
    );
  });

  it('an attempt that replaces another bids a tenth more at least, never above the cap, and enough for the next block', () => {
    fc.assert(
      fc.property(gwei, gwei, gwei, gwei, gwei, (fee, tip, baseFee, suggested, cap) => {
        const before = { maxFeePerGas: fee + tip, maxPriorityFeePerGas: tip };
        const fees = replacementFees(before, baseFee, suggested, cap);
        if (!fees) return;
        expect(fees.maxFeePerGas * 10n).toBeGreaterThanOrEqual(before.maxFeePerGas * 11n);
        expect(fees.maxPriorityFeePerGas * 10n).toBeGreaterThanOrEqual(tip * 11n);
        expect(fees.maxFeePerGas).toBeLessThanOrEqual(cap);
        expect(fees.maxPriorityFeePerGas).toBeLessThanOrEqual(fees.maxFeePerGas);
        expect(fees.maxFeePerGas).toBeGreaterThanOrEqual(baseFee);
      }),
    );
  });

  it.each<[string, bigint, bigint, bigint, readonly [bigint, bigint] | null]>([
    ['twice the base fee and the tip', 100n, 10n, 1_000n, [210n, 10n]],
    ['half of the cap, where that is less', 100n, 10n, 400n, [200n, 10n]],
    ['half of the cap, where that is the price of the next block', 100n, 10n, 220n, [110n, 10n]],
    ['nothing, where half of the cap is below that', 100n, 10n, 219n, null],
  ])('a first attempt bids %s', (_what, baseFee, tip, cap, fees) => {
    expect(firstFees(baseFee, tip, cap)).toEqual(feesOf(fees));
  });

  it.each<[string, bigint, bigint, bigint, readonly [bigint, bigint] | null]>([
    ['an eighth more', 100n, 10n, 10_000n, [1_126n, 113n]],
    ['what the chain asks for, where that is more', 1_000n, 200n, 10_000n, [2_200n, 200n]],
    ['its own tip in that, where the chain suggests less', 1_000n, 10n, 10_000n, [2_113n, 113n]],
    ['the cap, where it is less than the chain asks for', 1_000n, 200n, 1_500n, [1_500n, 200n]],
    ['the cap, where that is an eighth more', 100n, 10n, 1_126n, [1_126n, 113n]],
    ['nothing, where the cap is below that', 100n, 10n, 1_125n, null],
    ['the cap, where that is the price of the next block', 1_100n, 10n, 1_213n, [1_213n, 113n]],
    ['nothing, where the cap is below the next block', 1_100n, 10n, 1_212n, null],
    ['no tip above all that it bids', 100n, 9_000n, 1_200n, [1_200n, 1_200n]],
  ])('an attempt that replaces one bids %s', (_what, baseFee, tip, cap, fees) => {
    expect(replacementFees({ maxFeePerGas: 1_000n, maxPriorityFeePerGas: 100n }, baseFee, tip, cap)).toEqual(
      feesOf(fees),
    );
  });

  it('what is replaced again and again reaches the cap within forty times', () => {
    let fees = firstFees(1_000n, 10n, 1_000_000n);
    let times = 0;
    for (let next = fees; next; times++) {
      fees = next;
      next = replacementFees(fees, 1_000n, 10n, 1_000_000n);
    }
    expect(times).toBeGreaterThan(5);
    expect(times).toBeLessThan(80);
  });
});

function feesOf(fees: readonly [bigint, bigint] | null): Fees | null {
  return fees && { maxFeePerGas: fees[0], maxPriorityFeePerGas: fees[1] };
}
