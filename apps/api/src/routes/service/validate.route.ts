import { LIMITS, ServiceError } from '@stackcheck/contract';
import { matchVersion, suggestCycles, suggestProducts } from '@stackcheck/eol-core';
import { IsIn, IsString, Length } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { PlainText } from '../../http/plain-text';
import { defineRoute, type EolView } from '../define-route';
import { array, flag, nullable, object, text } from '../json-schema';

const ID_CHARS_MAX = 2 * LIMITS.idCharsMax + 1;

class ValidateParams {
  @JSONSchema({ description: 'Dataset the id belongs to.', examples: ['eol'] })
  @IsIn(['eol', 'kev', 'models', 'osv'], { message: 'dataset must be one of eol, kev, models, osv' })
  dataset!: 'eol' | 'kev' | 'models' | 'osv';

  @JSONSchema({ description: 'For eol: a product, or product@version.', examples: ['nodejs@24'] })
  @PlainText()
  @Length(1, ID_CHARS_MAX, { message: `id must be 1 to ${ID_CHARS_MAX} characters long` })
  @IsString({ message: 'id must be a string' })
  id!: string;
}

interface Validation {
  readonly valid: boolean;
  readonly canonical: string | null;
  readonly reason: string | null;
  readonly suggestions: readonly string[];
}

export const validateRoute = defineRoute<ValidateParams>({
  method: 'GET',
  path: '/v1/validate',
  operationId: 'service_validate',
  tags: ['service', 'free'],
  summary: 'Check an id before paying',
  description: 'Tells whether an id is known, without telling what a paid route sells; 200 for unknown ids too.',
  price: 'free',
  params: ValidateParams,
  output: {
    contentType: 'application/json',
    schema: object({
      data: object({
        dataset: text('As sent.'),
        id: text('As sent.'),
        valid: flag('Whether a paid route would know this id.'),
        canonical: nullable(text('Canonical id, when valid.')),
        reason: nullable(text('Why it is not valid: unknown_product or unknown_version.')),
        suggestions: array(text('A close id.')),
      }),
    }),
  },
  errors: ['dataset_unavailable'],
  example: { queryParams: { dataset: 'eol', id: 'nodejs@24' } },
  answer({ params: { dataset, id } }, uses) {
    if (dataset !== 'eol') {
      throw new ServiceError('dataset_unavailable', { message: `no snapshot of dataset "${dataset}" is loaded yet` });
    }
    return { json: { data: { dataset, id, ...validateEol(uses.eol, id) } }, maxAgeSeconds: 300 };
  },
});

function validateEol(eol: EolView, id: string): Validation {
  const at = id.lastIndexOf('@');
  const split = at > 0 && at < id.length - 1;
  const name = split ? id.slice(0, at) : id;
  const product = eol.index.find(name);
  if (!product) {
    return { valid: false, canonical: null, reason: 'unknown_product', suggestions: suggestProducts(eol.index, name) };
  }
  const version = split ? id.slice(at + 1) : null;
  if (version !== null && !matchVersion(product, version)) {
    const suggestions = suggestCycles(product, version).map((cycle) => `${product.product.id}@${cycle}`);
    return { valid: false, canonical: null, reason: 'unknown_version', suggestions };
  }
  const canonical = version === null ? product.product.id : `${product.product.id}@${version}`;
  return { valid: true, canonical, reason: null, suggestions: [] };
}
