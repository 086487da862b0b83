import { ServiceError } from '@stackcheck/contract';
import { SIMILAR_MAX } from '@stackcheck/osv-core';
import { defineQuery } from './query/define-query';
import { validateEol } from './eol/validate-eol';
import { array, flag, nullable, object, text } from './query/json-schema';
import { validateKev } from './kev/validate-kev';
import { validateModels } from './models/validate-models';
import { validateOsv } from './osv/validate-osv';
import type { QueryDataset, QueryDeps } from './query/query';
import type { Validation } from './query/validation';

/** Judges an id of one dataset. */
type Validator = (id: string, deps: QueryDeps) => Validation;

/** How the ids of each dataset are judged. */
const VALIDATORS: Readonly<Partial<Record<QueryDataset, Validator>>> = {
  eol: (id, { data }) => validateEol(data('eol').index, id),
  kev: (id) => validateKev(id),
  // A CVE id, too: whether it is scored is not reported.
  epss: (id) => validateKev(id),
  models: (id, { data }) => validateModels(data('models').index.models, id),
  osv: (id, { peek }) => validateOsv(id, peek('osv')?.index),
};

/** The datasets whose ids can be checked. */
export const VALIDATED: readonly QueryDataset[] = Object.keys(VALIDATORS) as QueryDataset[];

interface ValidateInput {
  readonly dataset: QueryDataset;
  readonly id: string;
}

/** Whether an id is known, without what is sold about it. */
export const validate = defineQuery<ValidateInput, ValidateInput & Validation>({
  id: 'validate',
  dataset: null,
  joins: VALIDATED,
  answers: object(
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
      advice: text(
        'Of a package URL of which the data at hand cannot tell whether its package is listed: why, and what to ask instead.',
      ),
      supported_types: array(text('A purl type.'), 'What a package URL can be of; only where its type is another.'),
    },
    { optional: ['ecosystem', 'listed', 'similar', 'advice', 'supported_types'] },
  ),
  answer({ dataset, id }, deps) {
    const judge = VALIDATORS[dataset];
    if (!judge) {
      throw new ServiceError('dataset_unavailable', { message: `no snapshot of dataset "${dataset}" is loaded yet` });
    }
    return { dataset, id, ...judge(id, deps) };
  },
});
