import { callerDatasets, type CallerDatasetId } from '@stackcheck/datasets/registry';
import { validate as query } from '@stackcheck/queries';
import { IsIn, IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { PlainText } from '../../input/plain-text';
import { defineRoute } from '../define-route';
import { ofParams, viewOf } from '../view-of';

/** The longest id is a package URL. */
const ID_CHARS_MAX = 512;

class ValidateParams {
  @JSONSchema({ description: 'Dataset the id belongs to.', examples: ['eol'] })
  @IsIn(callerDatasets(), { message: `dataset must be one of ${callerDatasets().join(', ')}` })
  dataset!: CallerDatasetId;

  @JSONSchema({
    description:
      'For eol: a product, or product@version; for kev and epss: a CVE id; for models: provider/model; for osv: a package URL.',
    examples: ['nodejs@24'],
  })
  @PlainText()
  @Length(1, ID_CHARS_MAX, { message: `id must be 1 to ${ID_CHARS_MAX} characters long` })
  @IsString({ message: 'id must be a string' })
  id!: string;
}

export const validateRoute = defineRoute<ValidateParams>({
  ...viewOf(query, ofParams<ValidateParams>(), {
    write: (_input, _deps, data) => ({ json: { data: data() }, maxAgeSeconds: 300 }),
  }),
  method: 'GET',
  path: '/v1/validate',
  tags: ['service', 'free'],
  summary: 'Check an id before paying',
  description: 'Says whether an id is known, without telling what a paid route sells; 200 for unknown ids too.',
  price: 'free',
  params: ValidateParams,
  errors: ['dataset_unavailable'],
  example: { queryParams: { dataset: 'eol', id: 'nodejs@24' } },
});
