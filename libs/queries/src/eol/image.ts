import { ServiceError } from '@stackcheck/contract';
import type { ImageReport } from '@stackcheck/eol-core/images';
import { answerDay, type AsOfEcho, type AsOfInput } from '../query/as-of';
import { defineQuery, metaFrom } from '../query/define-query';
import { inSelection } from '../query/in-selection';
import { ref } from '../query/json-schema';
import type { QueryDeps } from '../query/query';

interface ImageInput extends AsOfInput {
  readonly image: string;
}

/** How the parts of a container image stand. */
export const eolImage = defineQuery<ImageInput, ImageReport & AsOfEcho>({
  id: 'eol_image',
  dataset: 'eol',
  answers: ref('EolImage'),
  inspect: (input, deps) => void requireReport(input, deps),
  answer: (input, deps) => requireReport(input, deps),
  meta: metaFrom('eol', 'image'),
});

/** @throws ServiceError `bad_request` for what is no reference or no day, `unknown_id` for one of which nothing is known */
function requireReport(input: ImageInput, { data, today }: QueryDeps): ImageReport & AsOfEcho {
  const { day, echo } = answerDay(input, { today });
  const {
    manifest,
    index: { images, complete },
  } = data('eol');
  const outcome = images.check(input.image, day, { complete });
  if (outcome.kind === 'found') return Object.assign({}, echo, outcome.report);
  const { message } = outcome;
  if (outcome.kind === 'fault') throw new ServiceError('bad_request', { message });
  throw new ServiceError('unknown_id', {
    message: inSelection(manifest, message),
    suggestions: outcome.suggestions,
  });
}
