import type { Model } from './model';
import { makerOffers, type MakerOffers } from './maker-offers';
import { model, prices } from './testing/made-up-models';

function offersOf(models: readonly Model[]): MakerOffers {
  const steps = makerOffers(models);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const offer = (price: number, firstParty = true) =>
  model({ canonical: 'maker/one', id: `one-${price}-${firstParty}`, firstParty, prices: prices(price, price) });

it('the date of a model is the earliest that is listed for an offer of its maker', () => {
  const dated = (id: string, deprecationDate: string | null, firstParty = true): Model =>
    model({ id, canonical: 'maker/one', firstParty, deprecationDate });
  const dates = (...ofOffers: readonly Model[]) => Object.fromEntries(offersOf(ofOffers).dates);

  const [early, late] = [dated('early', '2026-12-01'), dated('late', '2027-01-01')];
  expect(dates(early, late)).toEqual({ 'maker/one': '2026-12-01' });
  expect(dates(late, early)).toEqual({ 'maker/one': '2026-12-01' });
  expect(dates(dated('none', null), dated('resold', '2026-11-01', false))).toEqual({});
});

it('the cheapest offer of a maker is the one that others are compared with, the first of equal ones', () => {
  expect([...offersOf([offer(9), offer(3), offer(5), offer(3), offer(1, false)]).at]).toEqual([1, 1, 1, 1, 1]);
});

it('an offer is an outlier below a third of the maker’s price, and not at it', () => {
  expect([...offersOf([offer(9), offer(3, false), offer(2.999999, false)]).outlier]).toEqual([0, 0, 1]);
});
