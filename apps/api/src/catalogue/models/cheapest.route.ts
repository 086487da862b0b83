import { modelsCheapest as query } from '@stackcheck/queries/models';
import { defineRoute } from '../define-route';
import { ofBody, viewOf } from '../view-of';
import { CheapestBody } from './cheapest-body';

export const modelsCheapest = defineRoute<object, CheapestBody>({
  ...viewOf(query, ofBody<CheapestBody>()),
  method: 'POST',
  path: '/v1/models/cheapest',
  tags: ['models', 'paid'],
  summary: 'Cheapest LLM for a job',
  description:
    "Ranks the LLMs of all providers by the exact cost of a mix of tokens, tiers, caches and hidden reasoning included, under up to 23 constraints, says what each constraint costs, and marks offers far below the maker's own price.",
  price: '0.005',
  body: CheapestBody,
  errors: ['no_match'],
  example: {
    body: { tokens: { input: 3000, output: 1000 }, constraints: { tool_call: true, min_context: 128000 }, limit: 3 },
  },
});
