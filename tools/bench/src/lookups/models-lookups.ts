import type { ModelsIndex } from '@stackcheck/datasets/models';
import { cheapest, type CheapestRequest, type Model } from '@stackcheck/models-core';
import { figure } from '../report/table';
import type { Lookups } from './contest';

/** What callers ask for: a long prompt, tools, a context, without a constraint, and one that only few models meet. */
const REQUESTS: readonly CheapestRequest[] = [
  { tokens: { input: 1_000, output: 500 } },
  {
    tokens: { input: 100_000, output: 2_000, cache_read: 50_000 },
    constraints: { min_context: 200_000, tool_call: true },
  },
  {
    tokens: { input: 3_000, output: 3_000, reasoning: 2_000 },
    constraints: { reasoning: true, structured_output: true },
  },
  { tokens: { input: 500, output: 100 }, requests: 1_000_000, constraints: { open_weights: true, max_cost_usd: 200 } },
  {
    tokens: { input: 8_000, output: 1_000 },
    constraints: { providers: ['openai', 'anthropic'], input_modalities: ['image'] },
  },
];

/** Searches over all models, against filtering and sorting a list of them. */
export function cheapestLookups({ models: index }: ModelsIndex, today: string): Lookups {
  const { models } = index;
  if (cheapest(index, REQUESTS[0]!, today).kind !== 'found') throw new Error('no model was found');
  return {
    unit: 'ms',
    works: [
      {
        name: `models/cheapest over ${figure(models.length)} models`,
        run: () => REQUESTS.filter((request) => cheapest(index, request, today).kind !== 'unknown_name').length,
      },
      {
        name: '… every model billed, the bills sorted, no reasons and no alternatives',
        run: () => REQUESTS.filter((request) => naiveCheapest(models, request).length > 0).length,
      },
    ],
  };
}

function naiveCheapest(models: readonly Model[], { tokens, constraints = {}, limit = 5 }: CheapestRequest) {
  const { input = 0, output = 0, cache_read: read = 0, reasoning = 0 } = tokens;
  return models
    .filter(
      ({ prices, kind, status, limits, capabilities, openWeights, provider, modalities }) =>
        prices !== null &&
        prices.input + prices.output > 0 &&
        kind === 'chat' &&
        status !== 'deprecated' &&
        (limits.context ?? 0) >= Math.max(constraints.min_context ?? 0, input + output) &&
        (constraints.tool_call === undefined || capabilities.toolCall === constraints.tool_call) &&
        (constraints.reasoning === undefined || capabilities.reasoning === constraints.reasoning) &&
        (constraints.structured_output === undefined ||
          capabilities.structuredOutput === constraints.structured_output) &&
        (constraints.open_weights === undefined || openWeights === constraints.open_weights) &&
        (constraints.providers === undefined || constraints.providers.includes(provider)) &&
        (constraints.input_modalities ?? []).every((modality) => modalities.input.includes(modality)),
    )
    .map(({ provider, id, prices }) => ({
      model: `${provider}/${id}`,
      cost:
        BigInt(prices!.input) * BigInt(input) +
        BigInt(prices!.output) * BigInt(output) +
        BigInt(prices!.cacheRead ?? prices!.input) * BigInt(read) +
        BigInt(prices!.reasoning ?? prices!.output) * BigInt(reasoning),
    }))
    .sort((a, b) => (a.cost < b.cost ? -1 : a.cost > b.cost ? 1 : 0))
    .slice(0, limit);
}
