import { normaliseModels } from './normalise';
import { smallModels, withModel } from './testing/small-models';
import type { UpstreamDocument, UpstreamModel } from './upstream';

function recordOf(changes: Partial<UpstreamModel>) {
  const document = withModel(smallModels(), 'acme/model-10', changes) as UpstreamDocument;
  return normaliseModels(document, { state: 'missing' }).models.find(({ id }) => id === 'acme/model-10')!;
}

describe('normalising the list of models', () => {
  it('makes prices whole pico-dollars per token, half up', () => {
    const cost = { input: 0.7999999999999999, output: 2.0000005, cache_read: 0.08, reasoning: 4, input_audio: 1 };

    expect(recordOf({ cost }).prices).toEqual({
      input: 800_000,
      output: 2_000_001,
      cache_read: 80_000,
      cache_write: null,
      reasoning: 4_000_000,
      input_audio: 1_000_000,
      output_audio: null,
    });
  });

  it.each<[string, Partial<UpstreamModel>, object]>([
    ['no cost, which is not free', { cost: undefined }, { prices: null, tiers: [], batch: null }],
    [
      'limits of zero',
      { limit: { context: 0, input: 0, output: 0 } },
      { limits: { context: null, input: null, output: null } },
    ],
    ['an absent limit', { limit: { context: 10, output: 5 } }, { limits: { context: 10, input: null, output: 5 } }],
    ['the first day of 1970', { release_date: '1970-01-01' }, { release_date: null }],
    ['a day that does not exist', { knowledge: '2025-02-31' }, { knowledge: '2025-02' }],
    ['a month that does not exist', { release_date: '2025-25-11' }, { release_date: null }],
    ['what is not stated', { structured_output: undefined }, { structured_output: null, status: null, family: null }],
  ])('takes %s for what it is', (_what, changes, expected) => {
    expect(recordOf(changes)).toMatchObject(expected);
  });

  it('takes a cache that costs nothing for one without a price, unless everything is free', () => {
    const caches = { cache_read: 0, cache_write: 0 };

    expect(recordOf({ cost: { input: 1, output: 2, ...caches } }).prices).toMatchObject({
      cache_read: null,
      cache_write: null,
    });
    expect(recordOf({ cost: { input: 0, output: 0, ...caches } }).prices).toMatchObject({
      cache_read: 0,
      cache_write: 0,
    });
  });

  it('puts tiers in ascending order', () => {
    const tier = (size: number) => ({ input: size, output: size, tier: { type: 'context' as const, size } });

    const { tiers } = recordOf({ cost: { input: 1, output: 2, tiers: [tier(30), tier(10), tier(20)] } });

    expect(tiers.map(({ above, prices }) => [above, prices.input])).toEqual([
      [10, 10_000_000],
      [20, 20_000_000],
      [30, 30_000_000],
    ]);
  });

  it('gives the same content whatever the order of the document', () => {
    const document = smallModels();
    const turned = Object.fromEntries(
      Object.entries(document)
        .reverse()
        .map(([id, provider]) => [
          id,
          { ...provider, models: Object.fromEntries(Object.entries(provider.models).reverse()) },
        ]),
    );

    expect(normaliseModels(turned, { state: 'missing' })).toEqual(normaliseModels(document, { state: 'missing' }));
  });
});
