import { ServiceError } from '@stackcheck/contract';
import { SIMILAR_MAX } from '@stackcheck/osv-core';
import { IsIn, IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { PlainText } from '../../input/plain-text';
import { defineRoute } from '../define-route';
import { array, flag, nullable, object, text } from '../json-schema';
import { VALIDATORS } from './validators';

/** The longest id is a package URL. */
const ID_CHARS_MAX = 512;

class ValidateParams {
  @JSONSchema({ description: 'Dataset the id belongs to.', examples: ['eol'] })
  @IsIn(['eol', 'kev', 'models', 'osv'], { message: 'dataset must be one of eol, kev, models, osv' })
  dataset!: 'eol' | 'kev' | 'models' | 'osv';

  @JSONSchema({
    description:
      'For eol: a product, or product@version; for kev: a CVE id; for models: provider/model; for osv: a package URL.',
    examples: ['nodejs@24'],
  })
  @PlainText()
  @Length(1, ID_CHARS_MAX, { message: `id must be 1 to ${ID_CHARS_MAX} characters long` })
  @IsString({ message: 'id must be a string' })
  id!: string;
}

export const validateRoute = defineRoute<ValidateParams>({
  method: 'GET',
  path: '/v1/validate',
  operationId: 'service_validate',
  tags: ['service', 'free'],
  summary: 'Check an id before paying',
  description: 'Tells whether an id is known, without telling what a paid route sells; 200 for unknown ids too.',
  price: 'free',
  joins: ['eol', 'kev', 'models', 'osv'],
  params: ValidateParams,
  output: {
    contentType: 'application/json',
    schema: object({
      data: object(
        {
          dataset: text('As sent.'),
          id: text('As sent.'),
          valid: flag('Whether a paid route would know this id.'),
          canonical: nullable(text('Canonical id, when valid.')),
          reason: nullable(text('Why it is not valid, e.g. unknown_product, unknown_version or malformed.')),
          suggestions: array(text('A close id.')),
          ecosystem: text('Ecosystem of a valid package URL.'),
          listed: {
            type: ['boolean', 'null'],
            description:
              'Of a valid package URL: whether any advisory names its package. False says neither that it is clean nor that it exists; null: the data at hand cannot tell.',
          },
          similar: {
            ...array(text('Name of a listed package.')),
            maxItems: SIMILAR_MAX,
            description: 'Of a package that is not listed: listed names of its ecosystem one edit away.',
          },
          supported_types: array(text('A purl type.'), 'What a package URL can be of; only where its type is another.'),
        },
        { optional: ['ecosystem', 'listed', 'similar', 'supported_types'] },
      ),
    }),
  },
  errors: ['dataset_unavailable'],
  example: { queryParams: { dataset: 'eol', id: 'nodejs@24' } },
  answer({ params: { dataset, id } }, deps) {
    const validate = VALIDATORS[dataset];
    if (!validate) {
      throw new ServiceError('dataset_unavailable', { message: `no snapshot of dataset "${dataset}" is loaded yet` });
    }
    return { json: { data: { dataset, id, ...validate(id, deps) } }, maxAgeSeconds: 300 };
  },
});
