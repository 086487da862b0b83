import type { BatchPrices, Model, TokenPrices } from './model';
import type { TokenMix } from './token-mix';

/** What each token costs on a bill, in pico-dollars: prices with every gap filled. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
  readonly reasoning: number;
}

/** The sorts of tokens in the order of a bill. */
export const TOKEN_SORTS = ['input', 'output', 'cache_read', 'cache_write', 'reasoning'] as const;

/** One of them. */
export type TokenSort = (typeof TOKEN_SORTS)[number];

/**
 * The rates of a model's prices. A price that is not stated is taken from its dearer neighbour, so that no bill is too
 * low: cached tokens cost what other input costs, reasoning what output costs.
 */
export function ratesOf(prices: TokenPrices): Rates {
  return {
    input: prices.input,
    output: prices.output,
    cache_read: prices.cacheRead ?? prices.input,
    cache_write: prices.cacheWrite ?? prices.input,
    reasoning: prices.reasoning ?? prices.output,
  };
}

/** The rates of a tier, whose gaps are never filled with less than the model's own prices. */
export function tierRates(tier: TokenPrices, base: TokenPrices): Rates {
  return {
    input: tier.input,
    output: tier.output,
    cache_read: tier.cacheRead ?? tier.input,
    cache_write: tier.cacheWrite ?? Math.max(tier.input, base.cacheWrite ?? 0),
    reasoning: tier.reasoning ?? Math.max(tier.output, base.reasoning ?? 0),
  };
}

/**
 * The rates of the batch interface. Its sources state input and output only: no discount of a cache is assumed on top,
 * and no discount on what a cache or reasoning costs more.
 */
export function batchRates(batch: BatchPrices, base: TokenPrices): Rates {
  return {
    input: batch.input,
    output: batch.output,
    cache_read: batch.input,
    cache_write: Math.max(batch.input, base.cacheWrite ?? 0),
    reasoning: Math.max(batch.output, base.reasoning ?? 0),
  };
}

/** The prices that a call is billed by, and the tier they are of. */
export interface AppliedPrices {
  /** As stated, with gaps. */
  readonly prices: TokenPrices;
  readonly rates: Rates;
  /** Threshold of the tier; null for the model's own prices. */
  readonly tier: number | null;
}

/**
 * What a call with so many input tokens is billed by: every token at the price of the highest tier whose threshold it
 * exceeds. Undefined without such prices: for batch calls that is also where a tier applies, whose batch price nobody states.
 */
export function appliedPrices(model: Model, inputTokensOfCall: number, batch: boolean): AppliedPrices | undefined {
  const { prices } = model;
  if (prices === null) return undefined;
  const tier = model.tiers.findLast(({ above }) => inputTokensOfCall > above);
  if (batch) {
    if (model.batch === null || tier !== undefined) return undefined;
    const stated = { ...model.batch, cacheRead: null, cacheWrite: null, reasoning: null };
    return {
      prices: { ...stated, inputAudio: null, outputAudio: null },
      rates: batchRates(model.batch, prices),
      tier: null,
    };
  }
  if (tier === undefined) return { prices, rates: ratesOf(prices), tier: null };
  return { prices: tier.prices, rates: tierRates(tier.prices, prices), tier: tier.above };
}

/** What one call costs by these rates, in pico-dollars. */
export function costOf(rates: Rates, mix: TokenMix): bigint {
  return TOKEN_SORTS.reduce((sum, sort) => sum + BigInt(rates[sort]) * BigInt(mix[sort]), 0n);
}
