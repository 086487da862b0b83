import { ServiceError } from '@stackcheck/contract';
import { Length, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { DatasetIndexes } from '@stackcheck/datasets';
import { keyOf } from '@stackcheck/models-core';
import { PlainText, quoted } from '../../input/plain-text';
import { publish } from '../publish';
import { defineRoute, type Published, type SnapshotView } from '../define-route';
import { inSelection } from '../in-selection';
import { array, integer, object, text } from '../json-schema';
import { Optional } from './search-fields';

class ModelsIndexParams {
  @JSONSchema({ description: 'Only the models of this provider.', examples: ['openai'] })
  @PlainText()
  @Length(1, 200, { message: 'provider must be 1 to 200 characters long' })
  @IsString({ message: 'provider must be a string' })
  @Optional()
  provider?: string;
}

/** Names without prices: the prices are what is sold. */
export const modelsIndex = defineRoute<ModelsIndexParams>({
  method: 'GET',
  path: '/v1/models/index',
  operationId: 'service_models_index',
  tags: ['models', 'free'],
  summary: 'Valid model ids',
  description: 'Ids and names of all models and providers of the current snapshot, or of one provider; no prices.',
  price: 'free',
  dataset: 'models',
  params: ModelsIndexParams,
  output: {
    contentType: 'application/json',
    schema: object({
      data: object({
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
    }),
  },
  errors: ['unknown_id'],
  example: { queryParams: { provider: 'openai' } },
  answer({ params: { provider } }, { data, service }) {
    const view = data('models');
    const found = provider === undefined ? undefined : requireProvider(view, provider);
    const { body, etag } = service.once(view, `index ${found ?? ''}`, () => modelList(view, found));
    return { bytes: body, contentType: 'application/json', etag, maxAgeSeconds: 300 };
  },
});

type ModelsView = SnapshotView<DatasetIndexes['models']>;

function requireProvider({ manifest, index }: ModelsView, text: string): string {
  const found = index.models.names.provider(text);
  if (found.known) return found.value;
  throw new ServiceError('unknown_id', {
    message: inSelection(manifest, `provider ${quoted(text, 60)} is not known`),
    suggestions: [...found.suggestions],
  });
}

function modelList({ manifest, index: { models: index } }: ModelsView, provider: string | undefined): Published {
  const models = index.models
    .filter((model) => provider === undefined || model.provider === provider)
    .map((model) => ({ id: keyOf(model), name: model.name }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const counts = new Map<string, number>();
  for (const model of index.models) counts.set(model.provider, (counts.get(model.provider) ?? 0) + 1);
  const providers = [...index.providers.values()]
    .filter(({ id }) => provider === undefined || id === provider)
    .map(({ id, name }) => ({ id, name, models: counts.get(id) ?? 0 }));
  const data = {
    dataset: 'models',
    snapshot_id: manifest.snapshot_id,
    count: models.length,
    providers,
    models,
  };
  return publish('application/json', JSON.stringify({ data }));
}
