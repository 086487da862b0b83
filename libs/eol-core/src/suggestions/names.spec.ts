import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { ProductIndex } from '../products/product-index';
import { spell } from '../products/spelling';
import { suggestProducts } from './suggest';
import { suggestItems } from './suggest-items';
import { readCases } from '../testing/read-cases';
import { makeProduct } from '../testing/make-product';
import { matchVersion } from '../matching/version-match';

const { products, cases } = readCases(readFileSync(join(__dirname, 'names.cases.txt'), 'utf8'));
const index = new ProductIndex(products);

/** What the service makes of a name, in the words of the table. */
function meaningOf(name: string, version: string): string {
  const product = index.find(name);
  if (version === '-') return product === undefined ? said(suggestProducts(index, name)) : `is ${product.product.id}`;
  const cycle = product && matchVersion(product, version);
  if (product && cycle) return `is ${product.product.id}@${cycle.name}`;
  return said(suggestItems(index, { product: name, version }, product));
}

function said(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? 'unknown' : `perhaps ${suggestions.join(' ')}`;
}

it.each(cases.map(({ product, version, expected }) => [product, version, expected]))(
  'by "%s" in version %s is meant: %s',
  (name, version, expected) => {
    expect(meaningOf(name, version)).toBe(expected);
  },
);

describe('for any products', () => {
  const part = fc.constantFrom(
    'Node',
    'js',
    'Spring',
    'Boot',
    '.NET',
    'C',
    '++',
    '#',
    '-',
    '_',
    ' ',
    '!',
    '3',
    '&',
    'é',
  );
  const label = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
  const labels = fc.uniqueArray(label, { minLength: 1, maxLength: 6 });

  it('a display name finds its product, or where several are written so, none but suggests them all', () => {
    fc.assert(
      fc.property(labels, (names) => {
        const made = names.map((name, at) => makeProduct(`product-no-${at}`, ['1'], { label: name }));
        const some = new ProductIndex(made);
        for (const { id, label: own } of made) {
          const alike = made.filter((other) => spell('', other.label).squashed === spell('', own).squashed);
          const isNamed = spell('', own).squashed !== '';

          expect(some.find(own)?.product.id).toBe(isNamed && alike.length === 1 ? id : undefined);
          if (isNamed && alike.length > 1) {
            const suggested = suggestProducts(some, own);

            expect(alike.map((one) => one.id).slice(0, 5)).toEqual(suggested.slice(0, alike.length));
          }
        }
      }),
    );
  });

  it('nothing but an id, an alias or a display name is found', () => {
    const declared = products.flatMap(({ id, label: shown, aliases }) => [id, shown, ...aliases]);
    const written = new Set(declared.map((name) => spell('', name).squashed));
    const anyName = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), label, fc.constantFrom(...declared));

    fc.assert(
      fc.property(anyName, (name) => {
        expect(index.find(name) === undefined || written.has(spell('', name).squashed)).toBe(true);
      }),
    );
  });
});
