import { ServiceError } from '@stackcheck/contract';
import type { ImageReport } from '@stackcheck/eol-core';
import { defineQuery, metaFrom } from '../query/define-query';
import { inSelection } from '../query/in-selection';
import { ref } from '../query/json-schema';
import type { QueryDeps } from '../query/query';

/** How the parts of a container image stand. */
export const eolImage = defineQuery<{ readonly image: string }, ImageReport>({
  id: 'eol_image',
  dataset: 'eol',
  answers: ref('EolImage'),
  inspect: ({ image }, deps) => void requireReport(image, deps),
  answer: ({ image }, deps) => requireReport(image, deps),
  meta: metaFrom('eol', 'image'),
});

/** @throws ServiceError `bad_request` for what is no reference, `unknown_id` for one of which nothing is known */
function requireReport(image: string, { data, today }: QueryDeps): ImageReport {
  const {
    manifest,
    index: { images, complete },
  } = data('eol');
  const outcome = images.check(image, today, { complete });
  if (outcome.kind === 'found') return outcome.report;
  const { message } = outcome;
  if (outcome.kind === 'fault') throw new ServiceError('bad_request', { message });
  throw new ServiceError('unknown_id', {
    message: inSelection(manifest, message),
    suggestions: outcome.suggestions,
  });
}
