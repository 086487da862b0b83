import * as fc from 'fast-check';
import { cheapest, type CheapestOutcome } from './cheapest';
import type { CheapestRequest } from './cheapest-request';
import { anyRequest } from './testing/any-request';
import { anyCatalogue, indexOf, model, prices } from './testing/made-up-models';
import { naiveSearch } from './testing/naive-search';
import { usdText } from './pico-dollars';

const TODAY = '2026-11-20';
const CALL = { input: 3_000, output: 1_000 };

type Found = Extract<CheapestOutcome, { kind: 'found' }>;

function found(outcome: CheapestOutcome): Found {
  if (outcome.kind !== 'found') throw new Error(`${outcome.kind} instead of results`);
  return outcome;
}

function ids(outcome: CheapestOutcome): readonly string[] {
  return found(outcome).results.map((result) => result.model);
}

it.each([
  [undefined, 5],
  [1, 1],
  [7, 7],
])('with a limit of %p there are %p results', (limit, count) => {
  const index = indexOf(...Array.from({ length: 9 }, (_, at) => model({ id: `m${at}` })));

  expect(ids(cheapest(index, { tokens: CALL, ...(limit === undefined ? {} : { limit }) }, TODAY))).toHaveLength(count);
});

describe('what a call costs', () => {
  it('is the exact sum of its sorts of tokens, for one call and for a thousand', () => {
    const index = indexOf(model({ prices: prices(3, 15, { cacheRead: 300_000, cacheWrite: 3_750_000 }) }));

    const [best] = found(
      cheapest(index, { tokens: { input: 3_000, output: 1_000, cache_read: 10_000, cache_write: 100 } }, TODAY),
    ).results;

    expect(best).toMatchObject({
      cost_usd: '0.027375',
      cost_per_1k_requests_usd: '27.375',
      breakdown: { input: '0.009', output: '0.015', cache_read: '0.003', cache_write: '0.000375', reasoning: '0' },
      prices: { input: '3', output: '15', cache_read: '0.3', cache_write: '3.75', reasoning: null },
    });
  });

  it('is given for all requests together', () => {
    const outcome = cheapest(indexOf(model()), { tokens: CALL, requests: 30_000 }, TODAY);

    expect(found(outcome).results[0]).toMatchObject({
      cost_usd: '150',
      cost_per_1k_requests_usd: '5',
      breakdown: { input: '90', output: '60' },
    });
  });

  it('has no smallest and no greatest amount', () => {
    const dear = model({
      id: 'dear',
      prices: prices(2_000, 2_000),
      limits: { context: null, input: null, output: null },
    });
    const cheap = model({ id: 'cheap', prices: prices(0.000001, 0.000001) });
    const request: CheapestRequest = {
      tokens: { input: 10_000_000, output: 10_000_000 },
      requests: 1_000_000_000,
      constraints: { include_unknown_limits: true },
    };

    expect(found(cheapest(indexOf(dear), request, TODAY)).results[0]!.cost_usd).toBe('40000000000000');
    expect(found(cheapest(indexOf(cheap), { tokens: { input: 1 } }, TODAY)).results[0]!.cost_usd).toBe(
      '0.000000000001',
    );
  });

  it.each<[string, Partial<CheapestRequest['tokens']>, string]>([
    ['cached tokens like input where no cache is priced', { cache_read: 1_000_000 }, '1'],
    ['written ones, too', { cache_write: 1_000_000 }, '1'],
    ['reasoning like output where it has no price of its own', { reasoning: 1_000_000 }, '2'],
  ])('bills %s', (_what, tokens, cost) => {
    const index = indexOf(model({ limits: { context: 2_000_000, input: null, output: 2_000_000 } }));

    expect(found(cheapest(index, { tokens }, TODAY)).results[0]!.cost_usd).toBe(cost);
  });

  it('is that of a tier for every token once the input, cached tokens included, exceeds its threshold', () => {
    const tiers = [{ above: 200_000, prices: prices(10, 20) }];
    const index = indexOf(model({ tiers, limits: { context: 1_000_000, input: null, output: 10_000 } }));
    const costOf = (tokens: CheapestRequest['tokens']): string =>
      found(cheapest(index, { tokens }, TODAY)).results[0]!.cost_usd;

    expect(costOf({ input: 200_000 })).toBe('0.2');
    expect(costOf({ input: 200_001 })).toBe('2.00001');
    expect(costOf({ input: 1, cache_read: 200_000, output: 1_000 })).toBe('2.02001');
    expect(costOf({ input: 200_000, output: 5_000 })).toBe('0.21');
  });

  it('of a batch call is known only where a batch price is, and never in a tier', () => {
    const batch = model({
      id: 'batch',
      batch: { input: 500_000, output: 1_000_000 },
      tiers: [{ above: 50_000, prices: prices(4, 8) }],
    });
    const index = indexOf(batch, model({ id: 'plain' }));
    const ask = (input: number): CheapestOutcome =>
      cheapest(index, { tokens: { input }, constraints: { batch: true } }, TODAY);

    expect(found(ask(50_000)).results.map(({ model: id, cost_usd: cost }) => [id, cost])).toEqual([['batch', '0.025']]);
    expect(ask(50_001)).toMatchObject({ kind: 'no_match', excluded: { no_price: 2 } });
  });
});

describe('what is compared', () => {
  it.each<[string, Partial<Parameters<typeof model>[0]>, string]>([
    ['without a price', { prices: null }, 'no_price'],
    ['that is free', { prices: prices(0, 0) }, 'free'],
    ['that is free and of another kind', { prices: prices(0, 0), kind: 'embedding' }, 'free'],
    ['whose output price is missing', { prices: prices(1, 0) }, 'no_price'],
    ['that is deprecated', { status: 'deprecated' }, 'deprecated'],
    ['whose last day has come', { deprecationDate: TODAY }, 'deprecated'],
    ['of another kind', { kind: 'embedding' }, 'kind'],
    ['whose context is unknown', { limits: { context: null, input: null, output: 5_000 } }, 'unknown_limits'],
    ['whose output limit is unknown', { limits: { context: 5_000, input: null, output: null } }, 'unknown_limits'],
    ['whose context is too small', { limits: { context: 3_999, input: null, output: 5_000 } }, 'does_not_fit'],
    ['whose output is too small', { limits: { context: 5_000, input: null, output: 999 } }, 'does_not_fit'],
    ['whose input is too small', { limits: { context: 5_000, input: 2_999, output: 5_000 } }, 'does_not_fit'],
  ])('is no model %s', (_what, changes, reason) => {
    const outcome = cheapest(
      indexOf(model({ id: 'left', ...changes }), model({ id: 'kept' })),
      { tokens: CALL },
      TODAY,
    );

    expect(ids(outcome)).toEqual(['kept']);
    expect(outcome).toMatchObject({ matched: 1, considered: 2, excluded: { [reason]: 1 } });
  });

  it('counts a call that costs nothing as kept out by two constraints, and as free where one of them would do', () => {
    const unpaid = (id: string, openWeights: boolean) => model({ id, prices: prices(0, 2), openWeights });
    const index = indexOf(unpaid('two', false), unpaid('one', true));
    const request = { tokens: { input: 3_000 }, constraints: { open_weights: true, tool_call: false } };

    expect(cheapest(index, request, TODAY)).toMatchObject({ kind: 'no_match', excluded: { constraints: 1, free: 1 } });
  });

  it('is what just fits, and what is deprecated tomorrow', () => {
    const limits = { context: 4_000, input: 3_000, output: 1_000 };

    expect(ids(cheapest(indexOf(model({ limits, deprecationDate: '2026-11-21' })), { tokens: CALL }, TODAY))).toEqual([
      'one',
    ]);
  });

  it('is more when the caller says so', () => {
    const index = indexOf(
      model({ id: 'free', prices: prices(0, 0) }),
      model({ id: 'old', status: 'deprecated' }),
      model({ id: 'unknown', limits: { context: null, input: null, output: null } }),
    );
    const ask = (constraints: object): readonly string[] => ids(cheapest(index, { tokens: CALL, constraints }, TODAY));

    expect(ask({ include_free: true })).toEqual(['free']);
    expect(ask({ include_deprecated: true })).toEqual(['old']);
    expect(ask({ include_unknown_limits: true, min_context: 1_000_000 })).toEqual(['unknown']);
  });

  it('is no price in another unit', () => {
    const offers = ['a', 'b', 'c', 'd'].map((id) => model({ id, canonical: 'acme/same', provider: id }));
    const slip = model({ id: 'slip', canonical: 'acme/same', provider: 'slip', prices: prices(0.001, 0.002) });

    const outcome = cheapest(indexOf(...offers, slip), { tokens: CALL }, TODAY);

    expect(outcome).toMatchObject({ kind: 'found', matched: 4, excluded: { implausible_price: 1 } });
    expect(found(outcome).results[0]!.cost_usd).toBe('0.005');
  });

  it('is an embedding whatever its output limit, and an image without any', () => {
    const embedding = model({
      kind: 'embedding',
      prices: prices(0.02, 0),
      limits: { context: 8_000, input: null, output: null },
    });
    const image = model({ kind: 'image', limits: { context: null, input: null, output: null } });

    expect(
      ids(cheapest(indexOf(embedding), { tokens: { input: 8_000 }, constraints: { kind: 'embedding' } }, TODAY)),
    ).toEqual(['one']);
    expect(ids(cheapest(indexOf(image), { tokens: CALL, constraints: { kind: 'image' } }, TODAY))).toEqual(['one']);
  });
});

describe('ties', () => {
  it('of one model are one result, the maker first', () => {
    const same = { canonical: 'acme/same' };
    const index = indexOf(
      model({ ...same, provider: 'aaa', id: 'x', firstParty: false }),
      model({ ...same, id: 'same-20250101' }),
      model({ ...same, id: 'same-latest' }),
      model({ ...same, provider: 'zzz', id: 'x', firstParty: false, prices: prices(9, 9) }),
    );

    const { results, matched } = found(cheapest(index, { tokens: CALL }, TODAY));

    expect(matched).toBe(4);
    expect(results.map(({ rank, provider, also }) => [rank, provider, also.length])).toEqual([
      [1, 'acme', 2],
      [2, 'zzz', 0],
    ]);
    expect(results[0]).toMatchObject({
      model: 'same-20250101',
      also: [
        { provider: 'acme', model: 'same-latest' },
        { provider: 'aaa', model: 'x' },
      ],
    });
  });

  it('of different models stay apart, and in the same order whatever the order of the snapshot', () => {
    const models = ['c', 'a', 'b'].map((id) => model({ id }));

    expect(ids(cheapest(indexOf(...models), { tokens: CALL }, TODAY))).toEqual(['a', 'b', 'c']);
    expect(ids(cheapest(indexOf(...[...models].reverse()), { tokens: CALL }, TODAY))).toEqual(['a', 'b', 'c']);
  });
});

describe('any search', () => {
  it('agrees with a naive one, and accounts for every model once', () => {
    fc.assert(
      fc.property(anyCatalogue, anyRequest, (models, request) => {
        const outcome = cheapest(indexOf(...models), request, TODAY);
        if (outcome.kind === 'unknown_name') throw new Error('no name was asked for');
        const believed = models.filter((_, at) => !isImplausible(models, at));
        const findings = naiveSearch(believed, request, TODAY);
        const matches = findings.filter(({ failed }) => failed.length === 0);
        const requests = BigInt(request.requests ?? 1);

        const counted = Object.values(outcome.excluded as unknown as Record<string, number>).reduce((a, b) => a + b, 0);
        expect(outcome.matched + counted).toBe(models.length);
        expect(outcome.matched).toBe(matches.length);

        const groups = new Map<string, { cost: bigint; last: boolean }>();
        for (const one of matches) {
          const key = `${one.cost} ${one.model.canonical}`;
          const last = request.prefer === 'first_party' && !one.model.firstParty && groups.get(key)?.last !== false;
          groups.set(key, { cost: one.cost, last });
        }
        const inOrder = [...groups.values()].sort((a, b) => Number(a.last) - Number(b.last) || Number(a.cost - b.cost));
        const costs = inOrder.slice(0, request.limit).map(({ cost }) => cost);
        const results = outcome.kind === 'found' ? outcome.results : [];
        expect(results.map(({ cost_usd: cost }) => cost)).toEqual(costs.map((cost) => usdText(cost * requests)));
        for (const { canonical, cost_usd: cost, also } of results) {
          const members = matches.filter(
            (one) => one.model.canonical === canonical && usdText(one.cost * requests) === cost,
          );
          expect(also.length + 1).toBe(members.length);
        }

        const alternatives = outcome.kind === 'found' ? outcome.cheaper_if : outcome.closest;
        const expected = new Map<string, bigint>();
        const makersFirst = inOrder[0]?.last === false && request.prefer === 'first_party';
        for (const { failed, cost, model: one } of findings) {
          const isSecond = makersFirst && !one.firstParty;
          const dropped = failed.length === 0 && isSecond ? ['prefer'] : isSecond ? [] : failed;
          const [name] = dropped;
          if (dropped.length !== 1 || (costs[0] !== undefined && cost >= costs[0])) continue;
          if (cost < (expected.get(name!) ?? cost + 1n)) expected.set(name!, cost);
        }
        expect(Object.fromEntries(alternatives.map(({ drop, cost_usd: cost }) => [drop, cost]))).toEqual(
          Object.fromEntries([...expected].map(([name, cost]) => [name, usdText(cost * requests)])),
        );
      }),
      { numRuns: 400 },
    );
  });

  it.each<[string, object]>([
    ['no tokens', {}],
    ['only zeros', { input: 0 }],
    ['a fraction', { input: 1.5 }],
    ['a negative number', { input: 1, output: -1 }],
    ['too many', { input: 10_000_001 }],
    ['something else', { input: NaN }],
  ])('refuses %s', (_what, tokens) => {
    expect(() => cheapest(indexOf(model()), { tokens }, TODAY)).toThrow(RangeError);
  });
});

/** The rule of `plausibility.ts` by the book. */
function isImplausible(models: Parameters<typeof naiveSearch>[0], at: number): boolean {
  const weight = ({ prices: p }: (typeof models)[number]): number => (p === null ? 0 : p.input + p.output);
  const own = models[at]!;
  const offers = models
    .filter(({ canonical }) => canonical === own.canonical)
    .map(weight)
    .filter((price) => price > 0)
    .sort((a, b) => a - b);
  return weight(own) > 0 && offers.length >= 4 && weight(own) * 25 < offers[Math.floor((offers.length - 1) / 2)]!;
}
