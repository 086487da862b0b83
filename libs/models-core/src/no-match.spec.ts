import { cheapest } from './cheapest';
import type { Model } from './model';
import { indexOf, model, prices } from './testing/made-up-models';

const CALL = { input: 3_000, output: 1_000 };
const LARGE = { context: 200_000, input: null, output: 10_000 };

function reasonsFor(constraints: object, ...models: readonly Model[]) {
  const outcome = cheapest(indexOf(...models), { tokens: CALL, constraints }, '2026-11-20');
  if (outcome.kind !== 'no_match') throw new Error(`${outcome.kind} instead of no match`);
  return outcome.reasons;
}

describe('a search that matches nothing', () => {
  it('names the kinds of models that meet all the rest', () => {
    const small = model({ id: 'small' });
    const embedding = model({ id: 'embedding', kind: 'embedding', limits: LARGE });
    const image = model({ id: 'image', kind: 'image' });

    expect(reasonsFor({ min_context: 150_000 }, small, embedding, image)).toMatchObject({
      kinds: ['embedding'],
      unmet: ['min_context'],
    });
    expect(reasonsFor({ min_context: 150_000 }, small, image).kinds).toEqual([]);
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('names the fewest constraints that a compared model fails: not those of %s, but of %s', (worse, better) => {
    const limits = { context: 200_000, input: null, output: 10_000 };
    const near = model({ id: better, limits });
    const worst = model({ id: worse, capabilities: { ...near.capabilities, toolCall: false } });
    const asked = { min_context: 150_000, tool_call: true, structured_output: true };

    expect(reasonsFor(asked, worst, near).together).toEqual(['structured_output']);
  });

  it('names those of the first model where another fails as few', () => {
    const first = model({ id: 'a', limits: LARGE });
    const second = model({ id: 'b', limits: LARGE, capabilities: { ...first.capabilities, structuredOutput: true } });
    const asked = { tool_call: false, structured_output: true, open_weights: true };
    const third = model({ id: 'c', limits: LARGE, openWeights: true });

    expect(reasonsFor(asked, first, third, second).together).toEqual(['tool_call', 'open_weights']);
    expect(reasonsFor(asked, first, third).together).toEqual(['tool_call', 'structured_output']);
  });

  it('counts as too small what does not fit, and nothing else', () => {
    const offers = [1, 1, 1, 0.001].map((dollars, at) =>
      model({ id: `m${at}`, canonical: 'acme/same', prices: prices(dollars, dollars), limits: LARGE }),
    );

    expect(reasonsFor({ max_input_price: 0.5 }, ...offers)).toMatchObject({ unfit: null, kinds: [], unpriced: 0 });
  });

  it('says that limits which are not known would do, also where a constraint asks for them', () => {
    const unknown = model({ limits: { context: null, input: null, output: null } });

    expect(reasonsFor({}, unknown).widen).toEqual(['include_unknown_limits']);
    expect(reasonsFor({ min_context: 150_000, min_output: 5 }, unknown).widen).toEqual(['include_unknown_limits']);
    expect(reasonsFor({ min_context: 150_000, tool_call: false }, unknown).widen).toEqual([]);
  });

  it('says that free or deprecated models would do', () => {
    const free = model({ prices: prices(0, 0) });
    const old = model({ status: 'deprecated' });

    expect(reasonsFor({}, free).widen).toEqual(['include_free']);
    expect(reasonsFor({}, old).widen).toEqual(['include_deprecated']);
    expect(reasonsFor({}, { ...free, id: 'free' }, { ...old, id: 'old' }).widen).toEqual([
      'include_free',
      'include_deprecated',
    ]);
    expect(reasonsFor({ tool_call: false }, free).widen).toEqual([]);
  });

  it('says how many models are too small, what a call needs, and what the largest of them have', () => {
    const limits = (context: number) => ({ context, input: null, output: 900 });
    const small = [model({ id: 'one', limits: limits(2_000) }), model({ id: 'two', limits: limits(3_500) })];

    expect(reasonsFor({}, ...small).unfit).toEqual({
      models: 2,
      needs: { context: 4_000, input: 3_000, output: 1_000 },
      largest: { context: 3_500, input: null, output: 900 },
    });
  });

  it.each(['chat', 'embedding', 'rerank', 'ocr', 'moderation', 'other'] as const)(
    'a %s must hold what it reads',
    (kind) => {
      const small = model({ kind, limits: { context: 2_000, input: null, output: null } });

      expect(reasonsFor({ kind }, small).unfit).toMatchObject({ models: 1, needs: { input: 3_000 } });
    },
  );

  it('says what a call needs only where models are too small for it', () => {
    const embedding = model({ id: 'embedding', kind: 'image' });

    expect(reasonsFor({ kind: 'image', min_context: 150_000 }, embedding).unfit).toBeNull();
  });

  it('proposes a higher cost where that alone is in the way', () => {
    const closest = (constraints: object) => {
      const outcome = cheapest(
        indexOf(model()),
        { tokens: CALL, constraints: { max_cost_usd: 0.004, ...constraints } },
        '2026-11-20',
      );
      return outcome.kind === 'no_match' ? outcome.closest.map(({ drop }) => drop) : [];
    };

    expect(closest({})).toEqual(['max_cost_usd']);
    expect(closest({ tool_call: false })).toEqual([]);
    expect(closest({ tool_call: false, max_cost_usd: 1 })).toEqual(['tool_call']);
  });

  it('names the highest cost only where each model costs more', () => {
    const unmetBelow = (max_cost_usd: number) => reasonsFor({ max_cost_usd, tool_call: false }, model()).unmet;

    expect(unmetBelow(0.005)).toEqual(['tool_call']);
    expect(unmetBelow(0.004_999)).toEqual(['tool_call', 'max_cost_usd']);
  });

  it('counts the models that meet all of it and have no price', () => {
    const free = model({ id: 'unknown', prices: null, limits: LARGE });

    expect(reasonsFor({ min_context: 150_000 }, model(), free)).toMatchObject({ kinds: [], unpriced: 1 });
  });
});
