import { cheapest, type CheapestOutcome } from './cheapest';
import type { Model } from './model';
import { indexOf, model, prices } from './testing/made-up-models';

const TODAY = '2026-11-20';
const CALL = { input: 3_000, output: 1_000 };

function resultsOf(outcome: CheapestOutcome) {
  if (outcome.kind !== 'found') throw new Error(outcome.kind);
  return outcome.results;
}

describe('what is compared', () => {
  it.each(['image', 'audio', 'video'] as const)('is no %s that is charged for by the piece', (kind) => {
    const piece = model({ id: 'piece', kind, prices: prices(0.08, 0) });
    const token = model({ id: 'token', kind });

    const outcome = cheapest(indexOf(piece, token), { tokens: CALL, constraints: { kind } }, TODAY);

    expect(resultsOf(outcome).map((result) => result.model)).toEqual(['token']);
    expect(outcome).toMatchObject({ excluded: { no_price: 1 } });
  });

  it('holds the price of a reseller against the maker’s own', () => {
    const same = { canonical: 'acme/same' };
    const sold = model({ ...same, id: 'sold', provider: 'shop', firstParty: false, prices: prices(0.001, 0.002) });
    const own = model({ ...same, id: 'own', prices: prices(1, 2) });
    const resultOf = (...models: readonly Model[]) =>
      resultsOf(cheapest(indexOf(...models), { tokens: CALL, constraints: { providers: ['shop'] } }, TODAY))[0];

    expect(resultOf(sold, own)).toMatchObject({
      price_outlier: true,
      maker_price: { provider: 'acme', model: 'own', input: '1', output: '2', unit: 'usd_per_mtok' },
    });
    expect(resultOf({ ...sold, prices: prices(1, 2) }, own)).toMatchObject({ price_outlier: false });
    expect(resultOf(sold)).toMatchObject({ price_outlier: null, maker_price: null });
  });

  it('says of an offer without a date whether any source would list one', () => {
    const textOf = (one: Model) => resultsOf(cheapest(indexOf(one), { tokens: CALL }, TODAY))[0]!.deprecation.text;

    expect(textOf(model())).toMatch(/^Not called deprecated, but .*: ask the provider before you rely on it\.$/);
  });

  it('says of a reseller that the maker calls all of its own offers deprecated', () => {
    const same = { canonical: 'acme/same' };
    const sold = model({ ...same, id: 'sold', provider: 'shop', firstParty: false });
    const old = model({ ...same, id: 'old', status: 'deprecated' });
    const textOf = (...own: readonly Model[]): string =>
      resultsOf(cheapest(indexOf(sold, ...own), { tokens: CALL, constraints: { providers: ['shop'] } }, TODAY))[0]!
        .deprecation.text;

    expect(textOf(old)).toMatch(/ The maker calls its own offer of this model deprecated\.$/);
    expect(textOf(old, model({ ...same, id: 'new' }))).not.toMatch(/maker/);
  });
});
