import { cheapest } from './cheapest';
import type { CheapestRequest } from './cheapest-request';
import { unknownName } from './constraint-tests';
import type { Model } from './model';
import { indexOf, model, prices } from './testing/made-up-models';

function search(request: Partial<CheapestRequest>, ...models: readonly Model[]) {
  const outcome = cheapest(indexOf(...models), { tokens: { input: 1_000 }, ...request }, '2026-11-20');
  if (outcome.kind !== 'found') throw new Error(`${outcome.kind} instead of a match`);
  return outcome;
}

const own = model({ id: 'own' });
const resold = (change: Partial<Model> = {}): Model =>
  model({ id: 'resold', firstParty: false, prices: prices(0.5, 0.5), ...change });

it('what is cheaper elsewhere is said where the offers of makers are preferred', () => {
  const { results, cheaper_if: cheaper } = search({ prefer: 'first_party' }, own, resold());

  expect(results.map(({ model: id }) => id)).toEqual(['own', 'resold']);
  expect(cheaper.map(({ drop, model: id }) => [drop, id])).toEqual([['prefer', 'resold']]);
});

it('a constraint is no advice where what it keeps out would come second all the same', () => {
  const without = resold({ capabilities: { ...own.capabilities, toolCall: false } });
  const drops = (request: Partial<CheapestRequest>): readonly string[] =>
    search({ constraints: { tool_call: true }, ...request }, own, without).cheaper_if.map(({ drop }) => drop);

  expect([drops({ prefer: 'first_party' }), drops({})]).toEqual([[], ['tool_call']]);
});

it('what costs nothing for such a call counts as free', () => {
  const { excluded, matched } = search({}, own, model({ id: 'output-only', prices: prices(0, 1) }));

  expect([excluded.free, matched]).toEqual([1, 1]);
});

it('a name that is not known is found without a search', () => {
  expect(unknownName(indexOf(own), { providers: ['nobody'] })).toMatchObject({
    ...{ kind: 'unknown_name', field: 'constraints.providers[0]', value: 'nobody' },
  });
  expect(unknownName(indexOf(own), { providers: ['acme'] })).toBeUndefined();
});
