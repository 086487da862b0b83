import * as fc from 'fast-check';
import { MODALITIES, type Model, type TokenPrices } from '../model';
import { ModelIndex } from '../model-index';

/** Prices of a made-up model in dollars per million tokens, whole millionths of which are pico-dollars per token. */
export function prices(input: number, output: number, more: Partial<TokenPrices> = {}): TokenPrices {
  return {
    input: Math.round(input * 1e6),
    output: Math.round(output * 1e6),
    cacheRead: null,
    cacheWrite: null,
    reasoning: null,
    inputAudio: null,
    outputAudio: null,
    ...more,
  };
}

/** A made-up chat model of the provider "acme" at 1/2 dollars per million tokens that fits 100,000 tokens. */
export function model(changes: Partial<Model> = {}): Model {
  const id = changes.id ?? 'one';
  return {
    provider: 'acme',
    id,
    name: id,
    family: null,
    kind: 'chat',
    canonical: `acme/${id}`,
    prices: prices(1, 2),
    tiers: [],
    batch: null,
    limits: { context: 100_000, input: null, output: 10_000 },
    capabilities: { toolCall: true, structuredOutput: null, reasoning: false, attachment: false, temperature: true },
    modalities: { input: ['text'], output: ['text'] },
    status: null,
    deprecationDate: null,
    releaseDate: '2025-06-01',
    lastUpdated: '2025-06-01',
    knowledge: '2025-01',
    openWeights: false,
    firstParty: true,
    ...changes,
  };
}

/** An index of made-up models, each provider of which has a page. */
export function indexOf(...models: readonly Model[]): ModelIndex {
  const providers = [...new Set(models.map(({ provider }) => provider))];
  return ModelIndex.of(
    models,
    providers.map((id) => ({ id, name: id.toUpperCase(), doc: `https://${id}.example/` })),
  );
}

const price = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 40 }).map((cents) => cents * 12_345),
);
const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { freq: 3 });
const anyPrices: fc.Arbitrary<TokenPrices> = fc.record({
  input: price,
  output: price,
  cacheRead: orNull(price),
  cacheWrite: orNull(price),
  reasoning: orNull(price),
  inputAudio: fc.constant(null),
  outputAudio: fc.constant(null),
});
const limit = orNull(fc.constantFrom(1_000, 5_000, 50_000));

const anyModel: fc.Arbitrary<Omit<Model, 'id' | 'name'>> = fc.record({
  provider: fc.constantFrom('acme', 'beta', 'gamma'),
  family: orNull(fc.constantFrom('small', 'large')),
  kind: fc.constantFrom('chat', 'chat', 'chat', 'embedding', 'image'),
  canonical: fc.constantFrom('acme/a', 'acme/b', 'beta/c', 'beta/d', 'gamma/e'),
  prices: orNull(anyPrices),
  tiers: fc.oneof(
    fc.constant([]),
    anyPrices.map((tier) => [{ above: 2_000, prices: tier }]),
    fc.tuple(anyPrices, anyPrices).map(([low, high]) => [
      { above: 1_000, prices: low },
      { above: 4_000, prices: high },
    ]),
  ),
  batch: orNull(fc.record({ input: price, output: price })),
  limits: fc.record({ context: limit, input: limit, output: limit }),
  capabilities: fc.record({
    toolCall: fc.boolean(),
    structuredOutput: orNull(fc.boolean()),
    reasoning: fc.boolean(),
    attachment: fc.boolean(),
    temperature: orNull(fc.boolean()),
  }),
  modalities: fc.record({
    input: fc.subarray([...MODALITIES], { minLength: 1 }),
    output: fc.subarray([...MODALITIES], { minLength: 1 }),
  }),
  status: fc.constantFrom(null, null, null, 'beta', 'deprecated'),
  deprecationDate: fc.constantFrom(null, null, '2026-01-01', '2027-01-01'),
  releaseDate: fc.constantFrom(null, '2025-06', '2025-06-15', '2026-02-01'),
  lastUpdated: fc.constant(null),
  knowledge: fc.constantFrom(null, '2024-06', '2025-01-31'),
  openWeights: fc.boolean(),
  firstParty: fc.boolean(),
});

/** Catalogues of up to 30 models with few distinct values, so that ties and all sorts of exclusion are frequent. */
export const anyCatalogue: fc.Arbitrary<readonly Model[]> = fc
  .array(anyModel, { minLength: 1, maxLength: 30 })
  .map((models) => models.map((one, at) => ({ ...one, id: `m${at}`, name: `m${at}` })));
