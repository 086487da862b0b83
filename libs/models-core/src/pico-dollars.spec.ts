import * as fc from 'fast-check';
import { picoDollars, picoPerToken, picoPerTokenOfUnit, scaledDecimal, usdPerMtokText, usdText } from './pico-dollars';

describe('amounts in pico-dollars', () => {
  it.each<[number, number]>([
    [3, 3_000_000],
    [0.15, 150_000],
    [0.0375, 37_500],
    [0.0028, 2_800],
    [600, 600_000_000],
    [1e-6, 1],
    // Half up in the seventh place, which also heals the binary fractions that upstream computed with.
    [0.7999999999999999, 800_000],
    [0.30000000000000004, 300_000],
    [0.0000015, 2],
    [0.00000149, 1],
    // Never free by rounding.
    [1e-9, 1],
    [0, 0],
  ])('%d USD per million tokens are %d per token', (usd, pico) => {
    expect(picoPerToken(usd)).toBe(pico);
  });

  it.each<[number, number]>([
    [1.25e-6, 1_250_000],
    [5e-8, 50_000],
    [3e-6, 3_000_000],
    [0.00018, 180_000_000],
  ])('%d USD per token are %d', (usd, pico) => {
    expect(picoPerTokenOfUnit(usd)).toBe(pico);
  });

  it.each<[bigint, string]>([
    [0n, '0'],
    [1n, '0.000000000001'],
    [160_000_000n, '0.00016'],
    [12_000_000_000_000n, '12'],
    [1_500_000_000_000n, '1.5'],
    [3_900_000n, '0.0000039'],
  ])('%s pico-dollars are written %s', (pico, text) => {
    expect(usdText(pico)).toBe(text);
  });

  it('are written without rounding and read back the same', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (pico) => {
        const [whole = '', fraction = ''] = usdText(pico).split('.');
        expect(usdText(pico)).not.toMatch(/\.\d*0$|[eE]/);
        expect(BigInt(whole + fraction.padEnd(12, '0'))).toBe(pico);
      }),
    );
  });

  it('survive the way from a price text and back wherever it has no more than six places', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (pico) => {
        expect(picoPerToken(Number(usdPerMtokText(pico)))).toBe(pico);
      }),
    );
  });

  it('are the decimal text of the number, rounded half up, however many places it has', () => {
    const digits = fc.integer({ min: 0, max: 999_999_999_999_999 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 12 }), (whole, places, power) => {
        const exact = BigInt(whole) * 10n ** BigInt(power);
        const unit = 10n ** BigInt(places);
        const halfUp = exact / unit + (2n * (exact % unit) >= unit ? 1n : 0n);

        expect(scaledDecimal(Number(`${whole}e-${places}`), power)).toBe(halfUp);
      }),
    );
  });

  it.each([-1, NaN, Infinity, -0.5])('are not made of %d', (value) => {
    expect(() => scaledDecimal(value, 6)).toThrow(RangeError);
  });

  it('take dollars of a constraint exactly', () => {
    expect(picoDollars(0.1) + picoDollars(0.2)).toBe(picoDollars(0.3));
    expect(picoDollars(1e21)).toBe(10n ** 33n);
  });
});
