import * as levenshtein from 'fastest-levenshtein';
import * as fc from 'fast-check';
import { ProductIndex } from '../products/product-index';
import { suggestItems } from './suggest-items';
import { makeProduct } from '../testing/make-product';

jest.mock('fastest-levenshtein', () => {
  const real = jest.requireActual<typeof levenshtein>('fastest-levenshtein');
  return { ...real, distance: jest.fn(real.distance) };
});

const compared = jest.mocked(levenshtein.distance);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Names of some syllables, as many and as different as those of the whole data. */
const nameOf = (at: number): string =>
  [7, 11, 13].map((by) => LETTERS[(at * by) % 26]! + LETTERS[(at >> 2) % 26]!).join('');

const products = Array.from({ length: 1_000 }, (_, at) => makeProduct(`${nameOf(at)}-${at}`, ['1']));
const phones = makeProduct(
  'phones',
  Array.from({ length: 437 }, (_, at) => `galaxy-${LETTERS[at % 26]}${at}`),
);
const index = new ProductIndex([...products, phones]);

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 200 }),
  fc.nat({ max: 999 }).map((at) => `${nameOf(at)}x`),
  fc.constantFrom('galaxy-', 'galaxy-a', 'z'.repeat(200), LETTERS),
);

it('an unknown name or version is compared with a small part of the names, whatever it is', () => {
  fc.assert(
    fc.property(text, text, (product, version) => {
      compared.mockClear();
      suggestItems(index, { product, version }, undefined);
      const ofName = compared.mock.calls.length;
      suggestItems(index, { product: 'phones', version }, index.get('phones'));

      expect(ofName).toBeLessThanOrEqual(200);
      expect(compared.mock.calls.length - ofName).toBeLessThanOrEqual(64);
    }),
  );
});
