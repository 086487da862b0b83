import { ServiceError } from '@stackcheck/contract';
import { quoted } from '@stackcheck/contract/wording';
import type { Manifest } from '@stackcheck/datasets';
import {
  cheapest,
  unknownName,
  type CheapestOutcome,
  type CheapestRequest,
  type UnknownNameFault,
} from '@stackcheck/models-core';
import { defineQuery, metaFrom } from '../query/define-query';
import { inSelection } from '../query/in-selection';
import { ref } from '../query/json-schema';
import { noMatchMessage } from './no-match';

/** The ranking of a search; `complete` is false where a cheaper model may be missing. */
export type ModelsCheapest = { readonly complete: boolean } & Omit<Extract<CheapestOutcome, { kind: 'found' }>, 'kind'>;

/** The cheapest models for a job. */
export const modelsCheapest = defineQuery<CheapestRequest, ModelsCheapest>({
  id: 'models_cheapest',
  dataset: 'models',
  answers: ref('ModelsCheapest'),
  inspect(request, { data }) {
    requireTokens(request);
    const { manifest, index } = data('models');
    const fault = unknownName(index.models, request.constraints ?? {});
    if (fault) throw unknownNameError(fault, manifest);
  },
  answer(request, { data, today }) {
    requireTokens(request);
    const { manifest, index } = data('models');
    const outcome = cheapest(index.models, request, today);
    if (outcome.kind === 'unknown_name') throw unknownNameError(outcome, manifest);
    if (outcome.kind === 'no_match')
      throw new ServiceError('no_match', { message: inSelection(manifest, noMatchMessage(request, outcome)) });
    const { kind: _kind, ...ranking } = outcome;
    return { complete: index.complete, ...ranking };
  },
  meta: metaFrom('models'),
});

/** @throws ServiceError `bad_request` */
function requireTokens({ tokens }: CheapestRequest): void {
  if (Object.values(tokens).some((count) => count)) return;
  throw new ServiceError('bad_request', { message: 'tokens must hold at least one token' });
}

function unknownNameError({ field, value, suggestions }: UnknownNameFault, manifest: Manifest): ServiceError {
  const close = suggestions.length === 0 ? '' : `; close names: ${suggestions.join(', ')}`;
  const message = inSelection(manifest, `${field} is ${quoted(value, 60)}, which is not known${close}`);
  return new ServiceError('bad_request', { message });
}
