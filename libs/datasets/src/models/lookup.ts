import { ModelIndex, type Model } from '@stackcheck/models-core';
import type { ModelProvider, TokenPrices } from '@stackcheck/models-core/model';
import { mapSteps, type CooperativeTask } from '../tasks/cooperative-task';
import type { ModelRecord, ModelsSnapshot, PriceRecord, ProviderRecord } from './records';

/** What a loaded models snapshot is asked through. Built once per snapshot. */
export interface ModelsIndex {
  readonly models: ModelIndex;
  /** False for a starter's selection: a cheaper model may be missing. */
  readonly complete: boolean;
}

/** Builds the look-ups of a snapshot. */
export function* indexModels(content: ModelsSnapshot, complete = true): CooperativeTask<ModelsIndex> {
  const providers = content.providers.map(toProvider);
  const datesKnown = content.meta.litellm === 'joined';
  return { models: yield* ModelIndex.steps(yield* mapSteps(content.models, toModel), providers, datesKnown), complete };
}

/** A snapshot's record as the provider that models-core works with. */
export function toProvider({ provider, name, doc }: ProviderRecord): ModelProvider {
  return { id: provider, name, doc };
}

/** A snapshot's record as the model that models-core works with. */
export function toModel(row: ModelRecord): Model {
  return {
    provider: row.provider,
    id: row.model,
    name: row.name,
    family: row.family,
    kind: row.kind,
    canonical: row.canonical,
    prices: row.prices === null ? null : toPrices(row.prices),
    tiers: row.tiers.map(({ above, prices }) => ({ above, prices: toPrices(prices) })),
    batch: row.batch,
    limits: row.limits,
    capabilities: {
      toolCall: row.tool_call,
      structuredOutput: row.structured_output,
      reasoning: row.reasoning,
      attachment: row.attachment,
      temperature: row.temperature,
    },
    modalities: row.modalities,
    status: row.status,
    deprecationDate: row.deprecation_date,
    releaseDate: row.release_date,
    lastUpdated: row.last_updated,
    knowledge: row.knowledge,
    openWeights: row.open_weights,
    firstParty: row.first_party,
  };
}

function toPrices(row: PriceRecord): TokenPrices {
  return {
    input: row.input,
    output: row.output,
    cacheRead: row.cache_read,
    cacheWrite: row.cache_write,
    reasoning: row.reasoning,
    inputAudio: row.input_audio,
    outputAudio: row.output_audio,
  };
}
