import { hasNoOutputPrice, isFree, type Model } from './model';

/**
 * An offer that costs less than this part of the maker's own price is an outlier. In the list of models.dev of July 2026
 * no offer of a model with closed weights lies between 0.30 and 0.40 of the maker's price: above are discounts, below are
 * offers at a seventh, prices of images in another unit, and records of other models.
 */
export const OUTLIER_PART = 3;

const MODELS_PER_STEP = 64;

/** What the maker of each model asks for it and says of it, by the positions of the models. */
export interface MakerOffers {
  /** Position of the maker's own cheapest priced offer of the same model; `NO_OFFER` where there is none. */
  readonly at: Int32Array;
  /** 1 where an offer costs less than a third of that. */
  readonly outlier: Uint8Array;
  /** Canonical name → the earliest deprecation date listed for an offer of the maker. */
  readonly dates: ReadonlyMap<string, string>;
  /** Canonical names of models of which the maker calls every offer of its own deprecated. */
  readonly ended: ReadonlySet<string>;
}

/** The maker sells no such model, or states no price. */
export const NO_OFFER = -1;

/**
 * Compares every offer with the maker's, by ordinary prices of input and output together. Of several offers of the maker
 * (regions, shops) the cheapest one counts, so that a mark is never due to the dearest.
 * @param models in the order of the columns
 * @returns in steps
 */
export function* makerOffers(models: readonly Model[]): Generator<void, MakerOffers, void> {
  const cheapest = new Map<string, number>();
  const dates = new Map<string, string>();
  const ended = new Set<string>();
  const offered = new Set<string>();
  for (const [at, model] of models.entries()) {
    if (at % MODELS_PER_STEP === 0) yield;
    if (!model.firstParty) continue;
    noteDate(dates, model);
    (model.status === 'deprecated' ? ended : offered).add(model.canonical);
    const weight = weightOf(model);
    if (weight === undefined) continue;
    const known = cheapest.get(keyOf(model));
    if (known === undefined || weight < weightOf(models[known]!)!) cheapest.set(keyOf(model), at);
  }
  for (const name of offered) ended.delete(name);
  const offers = { at: new Int32Array(models.length), outlier: new Uint8Array(models.length), dates, ended };
  for (const [at, model] of models.entries()) {
    if (at % MODELS_PER_STEP === 0) yield;
    const own = cheapest.get(keyOf(model)) ?? NO_OFFER;
    offers.at[at] = own;
    const weight = weightOf(model);
    if (own === NO_OFFER || weight === undefined) continue;
    offers.outlier[at] = Number(weight * OUTLIER_PART < weightOf(models[own]!)!);
  }
  return offers;
}

function noteDate(dates: Map<string, string>, { canonical, deprecationDate }: Model): void {
  if (deprecationDate === null) return;
  const known = dates.get(canonical);
  if (known === undefined || deprecationDate < known) dates.set(canonical, deprecationDate);
}

/** An image's price is not compared with a text's, whatever the name. */
function keyOf({ kind, canonical }: Model): string {
  return `${kind} ${canonical}`;
}

/** Input and output together, in pico-dollars per token; undefined for what is free or has no whole price. */
function weightOf(model: Model): number | undefined {
  if (model.prices === null || isFree(model) || hasNoOutputPrice(model)) return undefined;
  const weight = model.prices.input + model.prices.output;
  return weight === 0 ? undefined : weight;
}
