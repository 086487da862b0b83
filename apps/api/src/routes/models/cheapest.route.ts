import { ServiceError } from '@stackcheck/contract';
import { cheapest, type CheapestOutcome } from '@stackcheck/models-core';
import { quoted } from '../../http/plain-text';
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
  answer({ body }, uses) {
    if (Object.values(body.tokens).every((count) => !count)) {
      throw new ServiceError('bad_request', { message: 'tokens must hold at least one token' });
    }
    const { manifest, index } = uses.data('models');
    const outcome = cheapest(index.models, body, uses.today);
    if (outcome.kind === 'unknown_name')
      throw new ServiceError('bad_request', { message: inSelection(manifest, unknownName(outcome)) });
    if (outcome.kind === 'no_match')
      throw new ServiceError('no_match', { message: inSelection(manifest, noMatch(outcome)) });
    const { kind: _kind, ...data } = outcome;
    return { json: { data: { complete: index.complete, ...data }, meta: uses.meta() } };
  },
});

function unknownName({ field, value, suggestions }: Extract<CheapestOutcome, { kind: 'unknown_name' }>): string {
  const close = suggestions.length === 0 ? '' : `; close names: ${suggestions.join(', ')}`;
  return `${field} is ${quoted(value, 60)}, which is not known${close}`;
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
