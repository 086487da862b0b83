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

it('the cheapest offer of a maker is the one that others are compared with, the first of equal ones', () => {
  expect([...offersOf([offer(9), offer(3), offer(5), offer(3), offer(1, false)]).at]).toEqual([1, 1, 1, 1, 1]);
});
