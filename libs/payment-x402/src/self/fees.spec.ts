import fc from 'fast-check';
import { firstFees, replacementFees } from './fees';

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
