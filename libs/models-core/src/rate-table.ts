import type { Model } from './model';
import { batchRates, ratesOf, tierRates, TOKEN_SORTS, type Rates, type TokenSort } from './rates';
import type { TokenMix } from './token-mix';

/** No row: the model has no such prices. */
export const NO_ROW = -1;

/**
 * The rates of all models as columns of whole pico-dollars, a row for each price a model has: its own, then one per tier,
 * and one for batch calls. Searches read the columns and allocate nothing per model.
 */
export class RateTable {
  private readonly columns: Record<TokenSort, BigInt64Array>;
  /** Model → its own row; its tiers follow up to the next model's. */
  private readonly first: Int32Array;
  private readonly tiers: Uint8Array;
  private readonly batch: Int32Array;
  private readonly thresholds: Float64Array;

  constructor(models: readonly Model[]) {
    const rows: { readonly rates: Rates; readonly above: number }[] = [];
    this.first = new Int32Array(models.length).fill(NO_ROW);
    this.tiers = new Uint8Array(models.length);
    this.batch = new Int32Array(models.length).fill(NO_ROW);
    models.forEach(({ prices, tiers, batch }, at) => {
      if (prices === null) return;
      this.first[at] = rows.length;
      this.tiers[at] = tiers.length;
      rows.push({ rates: ratesOf(prices), above: 0 });
      for (const tier of tiers) rows.push({ rates: tierRates(tier.prices, prices), above: tier.above });
      if (batch === null) return;
      this.batch[at] = rows.length;
      rows.push({ rates: batchRates(batch, prices), above: 0 });
    });
    const column = (sort: TokenSort): BigInt64Array => BigInt64Array.from(rows, ({ rates }) => BigInt(rates[sort]));
    this.columns = {
      input: column('input'),
      output: column('output'),
      cache_read: column('cache_read'),
      cache_write: column('cache_write'),
      reasoning: column('reasoning'),
    };
    this.thresholds = Float64Array.from(rows, ({ above }) => above);
  }

  /** The row that bills a call with so many input tokens, as `appliedPrices` chooses it. */
  rowOf(model: number, inputTokensOfCall: number, batch: boolean): number {
    const first = this.first[model]!;
    if (first === NO_ROW) return NO_ROW;
    let row = first;
    for (const end = first + this.tiers[model]!; row < end && inputTokensOfCall > this.thresholds[row + 1]!; row++);
    if (!batch) return row;
    return row === first ? this.batch[model]! : NO_ROW;
  }

  /** A bill for one mix of tokens: row → pico-dollars. Sorts of which there are none cost no multiplication. */
  biller(mix: TokenMix): (row: number) => bigint {
    const parts = TOKEN_SORTS.filter((sort) => mix[sort] > 0).map((sort) => ({
      column: this.columns[sort],
      tokens: BigInt(mix[sort]),
    }));
    return (row) => {
      let cost = 0n;
      for (const { column, tokens } of parts) cost += column[row]! * tokens;
      return cost;
    };
  }
}
