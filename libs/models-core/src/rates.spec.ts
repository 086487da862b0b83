import * as fc from 'fast-check';
import { finish } from './finish';
import { NO_ROW, RateTable } from './rate-table';
import { appliedPrices, batchRates, costOf, tierRates } from './rates';
import { anyCatalogue, prices } from './testing/made-up-models';

describe('rates', () => {
  it('of a tier are never below those of the model where the tier is silent', () => {
    const base = prices(1, 2, { cacheRead: 100, cacheWrite: 5_000_000, reasoning: 9_000_000 });

    expect(tierRates(prices(3, 4), base)).toEqual({
      input: 3_000_000,
      output: 4_000_000,
      cache_read: 3_000_000,
      cache_write: 5_000_000,
      reasoning: 9_000_000,
    });
  });

  it('of a batch discount nothing but input and output', () => {
    const base = prices(3, 15, { cacheRead: 300_000, cacheWrite: 3_750_000 });

    expect(batchRates({ input: 1_500_000, output: 7_500_000 }, base)).toEqual({
      input: 1_500_000,
      output: 7_500_000,
      cache_read: 1_500_000,
      cache_write: 3_750_000,
      reasoning: 7_500_000,
    });
  });

  it('are the same in columns as on a bill', () => {
    const tokens = fc.integer({ min: 0, max: 5_000 });
    const mixes = fc.record({
      input: tokens,
      output: tokens,
      cache_read: tokens,
      cache_write: tokens,
      reasoning: tokens,
    });
    fc.assert(
      fc.property(anyCatalogue, mixes, tokens, fc.boolean(), (models, mix, tokensIn, batch) => {
        const table = finish(RateTable.steps(models));
        const bill = table.biller(mix);
        models.forEach((one, at) => {
          const row = table.rowOf(at, tokensIn, batch);
          const applied = appliedPrices(one, tokensIn, batch);
          expect(row === NO_ROW ? undefined : bill(row)).toBe(applied && costOf(applied.rates, mix));
        });
      }),
    );
  });
});
