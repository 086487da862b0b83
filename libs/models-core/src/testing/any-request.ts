import * as fc from 'fast-check';
import type { CheapestRequest } from '../cheapest-request';

const tokens = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 }));

/** Questions that made-up catalogues can answer, and some that they cannot. */
export const anyRequest: fc.Arbitrary<CheapestRequest> = fc.record({
  tokens: fc
    .record({ input: tokens, output: tokens, cache_read: tokens, cache_write: tokens, reasoning: tokens })
    .filter((mix) => Object.values(mix).some((count) => count > 0)),
  requests: fc.constantFrom(1, 7, 1_000_000),
  limit: fc.integer({ min: 1, max: 6 }),
  prefer: fc.constantFrom('any' as const, 'first_party' as const),
  constraints: fc.record(
    {
      kind: fc.constantFrom('chat' as const, 'chat' as const, 'embedding' as const, 'image' as const),
      min_context: fc.constantFrom(1_000, 5_000),
      min_output: fc.constantFrom(1_000, 5_000),
      input_modalities: fc.subarray(['text', 'image'] as const, { minLength: 1 }),
      output_modalities: fc.subarray(['text', 'audio'] as const, { minLength: 1 }),
      tool_call: fc.boolean(),
      structured_output: fc.boolean(),
      reasoning: fc.boolean(),
      open_weights: fc.boolean(),
      first_party: fc.boolean(),
      released_after: fc.constantFrom('2025-06-01', '2025-05'),
      knowledge_after: fc.constantFrom('2024-12', '2025-01'),
      max_input_price: fc.constantFrom(0.1, 0.246_9, 0.4),
      max_output_price: fc.constantFrom(0, 0.2, 0.4),
      max_cost_usd: fc.constantFrom(0.0005, 0.01, 5),
      batch: fc.boolean(),
      include_free: fc.boolean(),
      include_deprecated: fc.boolean(),
      include_unknown_limits: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
});
