import { picoPerToken } from '@stackcheck/models-core/pico-dollars';
import { identifyModels, type ModelIdentity } from './canonical-key';
import { toDayOrMonth } from './day-or-month';
import type { LitellmFacts, LitellmLookup } from './join';
import { kindOf } from './kind';
import type { CompanionState, ModelRecord, ModelsSnapshot, PriceRecord, TierRecord } from './records';
import type { UpstreamCost, UpstreamDocument, UpstreamModel, UpstreamPrices } from './upstream';

/** Name of the form we read; upstream's document states none. */
const SCHEMA_VERSION = 'models.dev-api-1';

/** What upstream writes where it knows no release date. */
const NO_DATE = '1970-01-01';

/** LiteLLM's document: read, or why it is not there. */
export type Litellm =
  { readonly state: 'joined'; readonly find: LitellmLookup } | { readonly state: Exclude<CompanionState, 'joined'> };

/**
 * models.dev's document as our records, with what LiteLLM adds to the same provider's same model. Nothing is dropped. Prices
 * become whole pico-dollars per token, rounded half up; limits of 0 and the first day of 1970 become null, since upstream
 * writes them where it knows nothing.
 */
export function normaliseModels(document: UpstreamDocument, litellm: Litellm): ModelsSnapshot {
  const providers = Object.values(document);
  const offers = providers.flatMap(({ id, models }) => Object.values(models).map((model) => ({ provider: id, model })));
  const identities = identifyModels(
    offers.map(({ provider, model }) => ({ provider, modelId: model.id, releaseDate: model.release_date })),
  );
  const find: LitellmLookup = litellm.state === 'joined' ? litellm.find : () => undefined;
  return {
    dataset: 'models',
    meta: { upstream_schema_version: SCHEMA_VERSION, litellm: litellm.state },
    providers: providers
      .map(({ id, name, doc }) => ({ provider: id, name: name.trim(), doc }))
      .sort((a, b) => byCodeUnits(a.provider, b.provider)),
    models: offers
      .map(({ provider, model }, at) => toRecord(provider, model, identities[at]!, find(provider, model.id)))
      .sort((a, b) => byCodeUnits(a.id, b.id)),
  };
}

function toRecord(
  provider: string,
  model: UpstreamModel,
  identity: ModelIdentity,
  facts: LitellmFacts | undefined,
): ModelRecord {
  const prices = model.cost === undefined ? null : toPrices(model.cost);
  return {
    id: `${provider}/${model.id}`,
    provider,
    model: model.id,
    name: model.name.trim(),
    family: model.family ?? null,
    kind: kindOf({
      id: model.id,
      name: model.name,
      family: model.family ?? null,
      output: model.modalities.output,
      mode: facts?.mode ?? null,
    }),
    canonical: identity.canonical,
    first_party: identity.firstParty,
    prices,
    tiers: toTiers(model.cost),
    batch: toBatch(prices, facts),
    limits: {
      context: model.limit.context || null,
      input: model.limit.input || null,
      output: model.limit.output || null,
    },
    tool_call: model.tool_call,
    structured_output: model.structured_output ?? null,
    reasoning: model.reasoning,
    attachment: model.attachment,
    temperature: model.temperature ?? null,
    modalities: { input: distinct(model.modalities.input), output: distinct(model.modalities.output) },
    open_weights: model.open_weights,
    status: model.status ?? null,
    deprecation_date: facts?.deprecationDate ?? null,
    release_date: toDate(model.release_date),
    last_updated: toDate(model.last_updated),
    knowledge: toDate(model.knowledge),
  };
}

function toPrices(cost: UpstreamPrices): PriceRecord {
  const price = (value: number | undefined): number | null => (value === undefined ? null : picoPerToken(value));
  // A cache that costs nothing next to input that does is upstream's way to say that none is priced. Taken literally, it would
  // make the provider without a cache the cheapest for cached tokens.
  const cachePrice = (value: number | undefined): number | null =>
    value === 0 && cost.input > 0 ? null : price(value);
  return {
    input: picoPerToken(cost.input),
    output: picoPerToken(cost.output),
    cache_read: cachePrice(cost.cache_read),
    cache_write: cachePrice(cost.cache_write),
    reasoning: price(cost.reasoning),
    input_audio: price(cost.input_audio),
    output_audio: price(cost.output_audio),
  };
}

function toTiers(cost: UpstreamCost | undefined): readonly TierRecord[] {
  return (cost?.tiers ?? [])
    .map(({ tier, ...prices }) => ({ above: tier.size, prices: toPrices(prices) }))
    .sort((a, b) => a.above - b.above);
}

/** Batch prices only where both sources agree on the ordinary ones: otherwise one of them is out of date. */
function toBatch(prices: PriceRecord | null, facts: LitellmFacts | undefined): ModelRecord['batch'] {
  if (prices === null || facts === undefined || facts.batchInput === null || facts.batchOutput === null) return null;
  const agree = facts.input === prices.input && facts.output === prices.output;
  return agree ? { input: facts.batchInput, output: facts.batchOutput } : null;
}

function toDate(text: string | undefined): ModelRecord['release_date'] {
  return text === undefined || text === NO_DATE ? null : toDayOrMonth(text);
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
