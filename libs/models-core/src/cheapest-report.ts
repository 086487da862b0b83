import type { Droppable } from './cheapest-request';
import { deprecationOf, type Deprecation } from './deprecation';
import { NO_OFFER } from './maker-offers';
import type { DayOrMonth, Modality, Model, ModelKind } from './model';
import type { ModelIndex } from './model-index';
import { usdPerMtokText, usdText } from './pico-dollars';
import type { TieGroup } from './ranking';
import { appliedPrices, type TokenSort } from './rates';
import { inputTokens, type TokenMix } from './token-mix';

/** Why models were not compared; each model counts once, under the first reason in this order. */
export interface Excluded {
  /** No price stated (for batch calls: no batch price), or none for output. */
  readonly no_price: number;
  /** Price zero: subscription plans, free routes, previews. */
  readonly free: number;
  /** Far below what the same model costs elsewhere: a price in another unit. */
  readonly implausible_price: number;
  readonly deprecated: number;
  /** Of another kind. */
  readonly kind: number;
  /** A limit that the call must fit into is not known. */
  readonly unknown_limits: number;
  /** The call does not fit into a known limit. */
  readonly does_not_fit: number;
  /** At least one constraint of the caller's does not hold. */
  readonly constraints: number;
}

/** The price of one constraint: the cheapest model that meets all the others. */
export interface CheaperIf {
  readonly drop: Droppable;
  readonly cost_usd: string;
  readonly provider: string;
  readonly model: string;
}

/** The ordinary prices of the maker's own cheapest offer, dollars per million tokens. */
export interface MakerPrice {
  readonly provider: string;
  readonly model: string;
  readonly input: string;
  readonly output: string;
  readonly unit: 'usd_per_mtok';
}

/** One model of the ranking, in wire names. Amounts of dollars are exact decimal texts. */
export interface CheapestResult {
  readonly rank: number;
  readonly provider: string;
  readonly model: string;
  readonly name: string;
  readonly canonical: string;
  readonly family: string | null;
  readonly kind: ModelKind;
  readonly first_party: boolean;
  /** All requests together; exact. */
  readonly cost_usd: string;
  readonly cost_per_1k_requests_usd: string;
  /** What `cost_usd` is the sum of. `tier`: threshold of the price tier that applied. */
  readonly breakdown: Readonly<Record<TokenSort, string>> & { readonly tier: number | null };
  /** The prices that applied, as stated; null: not stated, and billed like its dearer neighbour. */
  readonly prices: {
    readonly input: string;
    readonly output: string;
    readonly cache_read: string | null;
    readonly cache_write: string | null;
    readonly reasoning: string | null;
    readonly unit: 'usd_per_mtok';
    readonly batch: boolean;
  };
  /** Costs less than a third of `maker_price`: probably not the same thing. Null: there is no maker's price to compare with. */
  readonly price_outlier: boolean | null;
  /** Null: the maker sells no such model itself, or states no price. */
  readonly maker_price: MakerPrice | null;
  readonly limits: { readonly context: number | null; readonly input: number | null; readonly output: number | null };
  readonly capabilities: {
    readonly tool_call: boolean;
    readonly structured_output: boolean | null;
    readonly reasoning: boolean;
    readonly attachment: boolean;
    readonly temperature: boolean | null;
  };
  readonly modalities: { readonly input: readonly Modality[]; readonly output: readonly Modality[] };
  readonly open_weights: boolean;
  readonly status: 'alpha' | 'beta' | 'deprecated' | null;
  readonly deprecation_date: DayOrMonth | null;
  /** What it rests on that the model is called deprecated or not. */
  readonly deprecation: Deprecation;
  readonly release_date: DayOrMonth | null;
  readonly knowledge: DayOrMonth | null;
  readonly last_updated: DayOrMonth | null;
  readonly doc: string | null;
  /** The same model at the same cost under other names or from other providers. */
  readonly also: readonly { readonly provider: string; readonly model: string }[];
}

/** How a question is billed. */
export interface Billing {
  readonly mix: TokenMix;
  readonly requests: number;
  readonly batch: boolean;
}

/** The published form of a group of the ranking. */
export function toResult(
  index: ModelIndex,
  group: TieGroup,
  rank: number,
  billing: Billing,
  today: DayOrMonth,
): CheapestResult {
  const [shown, ...others] = group.members.map((at) => index.models[at]!);
  const [position] = group.members;
  if (shown === undefined || position === undefined) throw new Error('a group of the ranking is empty');
  return {
    rank,
    provider: shown.provider,
    model: shown.id,
    name: shown.name,
    canonical: shown.canonical,
    family: shown.family,
    kind: shown.kind,
    first_party: shown.firstParty,
    cost_usd: usdText(group.cost * BigInt(billing.requests)),
    cost_per_1k_requests_usd: usdText(group.cost * 1000n),
    ...billOf(shown, billing),
    ...comparisonOf(index, position),
    ...factsOf(shown),
    deprecation: deprecationOf(
      shown,
      { date: index.makers.dates.get(shown.canonical) ?? null, hasEnded: index.makers.ended.has(shown.canonical) },
      index.datesKnown,
      today,
    ),
    doc: index.providers.get(shown.provider)?.doc ?? null,
    also: others.map(({ provider, id }) => ({ provider, model: id })),
  };
}

/** The price of dropping a constraint, in its published form. */
export function toCheaperIf(drop: Droppable, model: Model, cost: bigint, { requests }: Billing): CheaperIf {
  return { drop, cost_usd: usdText(cost * BigInt(requests)), provider: model.provider, model: model.id };
}

function billOf(model: Model, { mix, requests, batch }: Billing): Pick<CheapestResult, 'breakdown' | 'prices'> {
  const applied = appliedPrices(model, inputTokens(mix), batch);
  if (applied === undefined) throw new Error(`"${model.provider}/${model.id}" was ranked without a price`);
  const { prices, rates, tier } = applied;
  const part = (sort: TokenSort): string => usdText(BigInt(rates[sort]) * BigInt(mix[sort]) * BigInt(requests));
  const stated = (price: number | null): string | null => (price === null ? null : usdPerMtokText(price));
  return {
    breakdown: {
      input: part('input'),
      output: part('output'),
      cache_read: part('cache_read'),
      cache_write: part('cache_write'),
      reasoning: part('reasoning'),
      tier,
    },
    prices: {
      input: usdPerMtokText(prices.input),
      output: usdPerMtokText(prices.output),
      cache_read: stated(prices.cacheRead),
      cache_write: stated(prices.cacheWrite),
      reasoning: stated(prices.reasoning),
      unit: 'usd_per_mtok',
      batch,
    },
  };
}

function comparisonOf(
  { makers, models }: ModelIndex,
  at: number,
): Pick<CheapestResult, 'price_outlier' | 'maker_price'> {
  const own = makers.at[at]!;
  if (own === NO_OFFER) return { price_outlier: null, maker_price: null };
  const { provider, id, prices } = models[own]!;
  if (prices === null) throw new Error(`"${provider}/${id}" is compared without a price`);
  return {
    price_outlier: makers.outlier[at] === 1,
    maker_price: {
      provider,
      model: id,
      input: usdPerMtokText(prices.input),
      output: usdPerMtokText(prices.output),
      unit: 'usd_per_mtok',
    },
  };
}

function factsOf(model: Model) {
  const { capabilities } = model;
  return {
    limits: model.limits,
    capabilities: {
      tool_call: capabilities.toolCall,
      structured_output: capabilities.structuredOutput,
      reasoning: capabilities.reasoning,
      attachment: capabilities.attachment,
      temperature: capabilities.temperature,
    },
    modalities: model.modalities,
    open_weights: model.openWeights,
    status: model.status,
    deprecation_date: model.deprecationDate,
    release_date: model.releaseDate,
    knowledge: model.knowledge,
    last_updated: model.lastUpdated,
  };
}
