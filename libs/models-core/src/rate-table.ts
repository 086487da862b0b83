import type { Model } from './model';
import { batchRates, ratesOf, tierRates, TOKEN_SORTS, type Rates, type TokenSort } from './rates';
import type { TokenMix } from './token-mix';

/** No row: the model has no such prices. */
export const NO_ROW = -1;

const MODELS_PER_STEP = 16;

/**
 * The rates of all models as columns of whole pico-dollars, a row for each price a model has: its own, then one per tier,
 * and one for batch calls. Searches read the columns and allocate nothing per model.
 */
export class RateTable {
  private readonly columns: Readonly<Record<TokenSort, BigInt64Array>>;
  /** Model → its own row; its tiers follow up to the next model's. */
  private readonly first: Int32Array;
  private readonly tiers: Uint8Array;
  private readonly batch: Int32Array;
  private readonly thresholds: Float64Array;

  private constructor(models: readonly Model[]) {
    const rows = models.reduce((count, model) => count + rowsOf(model), 0);
    const column = () => new BigInt64Array(rows);
    this.columns = {
      input: column(),
      output: column(),
      cache_read: column(),
      cache_write: column(),
      reasoning: column(),
    };
    this.first = new Int32Array(models.length).fill(NO_ROW);
    this.tiers = new Uint8Array(models.length);
    this.batch = new Int32Array(models.length).fill(NO_ROW);
    this.thresholds = new Float64Array(rows);
  }

  /** Fills the columns in steps. */
  static *steps(models: readonly Model[]): Generator<void, RateTable, void> {
    const table = new RateTable(models);
    let row = 0;
    for (let at = 0; at < models.length; at++) {
      row = table.fill(at, models[at]!, row);
      if (at % MODELS_PER_STEP === 0) yield;
    }
    return table;
  }

  /** @returns the next free row */
  private fill(at: number, { prices, tiers, batch }: Model, from: number): number {
    if (prices === null) return from;
    let row = from;
    const write = (rates: Rates, above: number): void => {
      for (const sort of TOKEN_SORTS) this.columns[sort][row] = BigInt(rates[sort]);
      this.thresholds[row++] = above;
    };
    this.first[at] = row;
    this.tiers[at] = tiers.length;
    write(ratesOf(prices), 0);
    for (const tier of tiers) write(tierRates(tier.prices, prices), tier.above);
    if (batch === null) return row;
    this.batch[at] = row;
    write(batchRates(batch, prices), 0);
    return row;
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

  /** What one token of a sort costs by a row, in pico-dollars. */
  price(row: number, sort: TokenSort): bigint {
    return this.columns[sort][row]!;
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

function rowsOf({ prices, tiers, batch }: Model): number {
  return prices === null ? 0 : 1 + tiers.length + Number(batch !== null);
}
