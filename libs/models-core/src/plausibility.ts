import type { Model } from './model';

/** A price this much below the usual one of the same model is in another unit: per minute, per request, per thousand. */
const UNIT_FACTOR = 25;
/** So many priced offers of a model make a usual price. */
const OFFERS_MIN = 4;

const MODELS_PER_STEP = 64;

/**
 * Whether each model's price is far too low to be one per token: below a 25th of the median of all offers of the
 * same model. Resellers that undercut the maker by a factor of ten pass; a transcription price per minute, or one per
 * thousand tokens, does not. Without this, one slip of upstream would win every search.
 * @returns in steps, 1 where the price is not believed, in the order of the models
 */
export function* implausiblePrices(models: readonly Model[]): Generator<void, Uint8Array, void> {
  const offers = new Map<string, number[]>();
  for (const [at, model] of models.entries()) {
    if (at % MODELS_PER_STEP === 0) yield;
    const price = weightOf(model);
    if (price === 0) continue;
    const known = offers.get(model.canonical);
    if (known === undefined) offers.set(model.canonical, [price]);
    else known.push(price);
  }
  const medians = new Map<string, number | undefined>();
  for (const [canonical, prices] of offers) {
    medians.set(canonical, medianOf(prices));
    if (medians.size % MODELS_PER_STEP === 0) yield;
  }
  const implausible = new Uint8Array(models.length);
  for (const [at, model] of models.entries()) {
    if (at % MODELS_PER_STEP === 0) yield;
    const price = weightOf(model);
    const median = medians.get(model.canonical);
    implausible[at] = Number(price > 0 && median !== undefined && price * UNIT_FACTOR < median);
  }
  return implausible;
}

/** Input and output together, in pico-dollars; 0 for what is free or has no price. */
function weightOf({ prices }: Model): number {
  return prices === null ? 0 : prices.input + prices.output;
}

/** The lower median; undefined where there are too few offers for one. */
function medianOf(prices: readonly number[]): number | undefined {
  if (prices.length < OFFERS_MIN) return undefined;
  return [...prices].sort((a, b) => a - b)[(prices.length - 1) >> 1];
}
