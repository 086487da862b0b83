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
