import { modelsIndex as query, requireProvider } from '@stackcheck/queries/models';
import { IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { PlainText } from '../../input/plain-text';
import { defineRoute, type HeldAnswer, type RouteDeps } from '../define-route';
import { publishOnce } from '../publish-once';
import { ofParams, viewOf } from '../view-of';
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
  ...viewOf(query, ofParams<ModelsIndexParams>(), { write: listOnce }),
  method: 'GET',
  path: '/v1/models/index',
  tags: ['models', 'free'],
  summary: 'Valid model ids',
  description: 'Ids and names of all models and providers of the current snapshot, or of one provider; no prices.',
  price: 'free',
  params: ModelsIndexParams,
  errors: ['unknown_id'],
  example: { queryParams: { provider: 'openai' } },
});

/** One list for each provider, however its name is spelled. */
function listOnce({ provider }: ModelsIndexParams, deps: RouteDeps, data: () => object): HeldAnswer {
  const view = deps.data('models');
  const found = provider === undefined ? '' : requireProvider(view, provider);
  return publishOnce(deps, view, `index ${found}`, data);
}
