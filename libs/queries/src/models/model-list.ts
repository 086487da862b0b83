import { ServiceError } from '@stackcheck/contract';
import { quoted } from '@stackcheck/contract/wording';
import type { ModelsIndex } from '@stackcheck/datasets/models';
import { keyOf } from '@stackcheck/models-core';
import { defineQuery } from '../query/define-query';
import { inSelection } from '../query/in-selection';
import { array, integer, object, text } from '../query/json-schema';
import type { PinnedSnapshot } from '../query/query';

/** The models and providers of a snapshot by name. */
export interface ModelList {
  readonly dataset: 'models';
  readonly snapshot_id: string;
  readonly count: number;
  readonly providers: readonly { readonly id: string; readonly name: string; readonly models: number }[];
  readonly models: readonly { readonly id: string; readonly name: string }[];
}

/** Names without prices: the prices are what is sold. */
export const modelsIndex = defineQuery<{ readonly provider?: string | undefined }, ModelList>({
  id: 'models_index',
  dataset: 'models',
  answers: object({
    dataset: text('Dataset name.'),
    snapshot_id: text('Snapshot the ids come from.'),
    count: integer('Number of models listed.', 0),
    providers: array(
      object({
        id: text('Provider id.'),
        name: text('Display name.'),
        models: integer('Number of its models.', 0),
      }),
    ),
    models: array(
      object({ id: text("provider/model; the model's own part may hold slashes."), name: text('Display name.') }),
    ),
  }),
  answer({ provider }, { data }) {
    const snapshot = data('models');
    return modelsOf(snapshot, provider === undefined ? undefined : requireProvider(snapshot, provider));
  },
});

/**
 * The id of the provider that a text names.
 * @throws ServiceError `unknown_id`
 */
export function requireProvider({ manifest, index }: PinnedSnapshot<ModelsIndex>, name: string): string {
  const found = index.models.names.provider(name);
  if (found.known) return found.value;
  throw new ServiceError('unknown_id', {
    message: inSelection(manifest, `provider ${quoted(name, 60)} is not known`),
    suggestions: [...found.suggestions],
  });
}

function modelsOf(
  { manifest, index: { models: index } }: PinnedSnapshot<ModelsIndex>,
  provider: string | undefined,
): ModelList {
  const models = index.models
    .filter((model) => provider === undefined || model.provider === provider)
    .map((model) => ({ id: keyOf(model), name: model.name }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const counts = new Map<string, number>();
  for (const model of index.models) counts.set(model.provider, (counts.get(model.provider) ?? 0) + 1);
  const providers = [...index.providers.values()]
    .filter(({ id }) => provider === undefined || id === provider)
    .map(({ id, name }) => ({ id, name, models: counts.get(id) ?? 0 }));
  return { dataset: 'models', snapshot_id: manifest.snapshot_id, count: models.length, providers, models };
}
