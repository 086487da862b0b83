import type { Model } from '@stackcheck/models-core';
import type { ModelProvider } from '@stackcheck/models-core/model';
import { toModel, toProvider } from '../models/lookup';
import { normaliseModels } from '../models/normalise';
import { readUpstream } from '../models/upstream';
import type { UpstreamJson } from '../upstream/upstream-json';

/** Models with who sells them, as `ModelIndex` of models-core takes both. */
export interface ModelList {
  /** In ascending order of `provider/id` by code units. */
  readonly models: readonly Model[];
  readonly providers: readonly ModelProvider[];
}

/**
 * The models of models.dev's document (`api.json`), with their prices, limits and kinds. Batch prices and some dates, which the
 * snapshots of this service take from a second source, are null.
 * @param json best as text or bytes: in what `JSON.parse` made, a member that was stated twice is lost
 * @throws UpstreamShapeError naming the place, e.g. `openai.models["gpt-4.1"].cost.input`
 */
export function modelsFromModelsDev(json: UpstreamJson): ModelList {
  const { models, providers } = normaliseModels(readUpstream(json), { state: 'missing' });
  return { models: models.map(toModel), providers: providers.map(toProvider) };
}
