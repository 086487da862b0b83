import { finish } from './finish';
import { implausiblePrices } from './plausibility';
import { model, prices } from './testing/made-up-models';

const offers = (...dollars: readonly number[]) =>
  dollars.map((price, at) => model({ id: `m${at}`, canonical: 'acme/same', prices: prices(price, price) }));

describe('a price is not believed', () => {
  it.each<[string, readonly number[], readonly number[]]>([
    ['below a 25th of what the model usually costs', [1, 1, 1, 0.0399], [0, 0, 0, 1]],
    ['but at a 25th', [1, 1, 1, 0.04], [0, 0, 0, 0]],
    ['nor where too few offers make a usual price', [1, 1, 0.001], [0, 0, 0]],
    ['nor when it is high', [1, 1, 1, 1_000], [0, 0, 0, 0]],
    ['nor when it is zero, which is another matter', [1, 1, 1, 1, 0], [0, 0, 0, 0, 0]],
  ])('%s', (_what, dollars, expected) => {
    expect([...finish(implausiblePrices(offers(...dollars)))]).toEqual(expected);
  });

  it('only next to offers of the same model', () => {
    const others = offers(1, 1, 1, 1).map((one) => ({ ...one, canonical: `acme/${one.id}` }));

    expect([...finish(implausiblePrices([...others, ...offers(0.001)]))]).toEqual([0, 0, 0, 0, 0]);
  });
});
