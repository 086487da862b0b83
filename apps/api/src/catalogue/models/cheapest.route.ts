import { ServiceError } from '@stackcheck/contract';
import type { Manifest } from '@stackcheck/datasets';
import { cheapest, unknownName, type CheapestOutcome, type UnknownNameFault } from '@stackcheck/models-core';
import { quoted } from '../../input/plain-text';
import { defineRoute } from '../define-route';
import { paidAnswer } from '../json-schema';
import { inSelection } from '../in-selection';
import { CheapestBody } from './cheapest-body';

export const modelsCheapest = defineRoute<object, CheapestBody>({
  method: 'POST',
  path: '/v1/models/cheapest',
  operationId: 'service_models_cheapest',
  tags: ['models', 'paid'],
  summary: 'Cheapest LLM for a job',
  description:
    'Ranks the LLMs of all providers by the exact cost of a mix of tokens, tiers, caches and hidden reasoning included, under up to 21 constraints, and says what each constraint costs.',
  price: '0.005',
  dataset: 'models',
  body: CheapestBody,
  output: { contentType: 'application/json', schema: paidAnswer('ModelsCheapest') },
  errors: ['no_match'],
  example: {
    body: { tokens: { input: 3000, output: 1000 }, constraints: { tool_call: true, min_context: 128000 }, limit: 3 },
  },
  inspect({ body }, deps) {
    requireTokens(body);
    const { manifest, index } = deps.data('models');
    const fault = unknownName(index.models, body.constraints ?? {});
    if (fault) throw unknownNameError(fault, manifest);
  },
  answer({ body }, deps) {
    requireTokens(body);
    const { manifest, index } = deps.data('models');
    const outcome = cheapest(index.models, body, deps.today);
    if (outcome.kind === 'unknown_name') throw unknownNameError(outcome, manifest);
    if (outcome.kind === 'no_match')
      throw new ServiceError('no_match', { message: inSelection(manifest, noMatch(outcome)) });
    const { kind: _kind, ...data } = outcome;
    return { json: { data: { complete: index.complete, ...data }, meta: deps.meta() } };
  },
});

/** @throws ServiceError `bad_request` */
function requireTokens({ tokens }: CheapestBody): void {
  if (Object.values(tokens).some((count) => count)) return;
  throw new ServiceError('bad_request', { message: 'tokens must hold at least one token' });
}

function unknownNameError({ field, value, suggestions }: UnknownNameFault, manifest: Manifest): ServiceError {
  const close = suggestions.length === 0 ? '' : `; close names: ${suggestions.join(', ')}`;
  const message = inSelection(manifest, `${field} is ${quoted(value, 60)}, which is not known${close}`);
  return new ServiceError('bad_request', { message });
}

/** Names what to drop, and not what would be found then: that is what is paid for. */
function noMatch({ closest, excluded, considered }: Extract<CheapestOutcome, { kind: 'no_match' }>): string {
  if (closest.length > 0) {
    return `no model meets all constraints; dropping one of these alone would do: ${closest.map(({ drop }) => drop).join(', ')}`;
  }
  if (excluded.constraints > 0) return 'no model meets the constraints; dropping a single one would not do';
  const reasons = Object.entries(excluded).filter(([, count]) => count > 0);
  return `none of ${considered} models is comparable: ${reasons.map(([reason, count]) => `${count} ${reason}`).join(', ')}`;
}
