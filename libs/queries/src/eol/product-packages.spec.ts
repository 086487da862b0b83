import { ProductIndex } from '@stackcheck/eol-core';
import { ProductPackages } from '@stackcheck/eol-core/packages';
import { readPackageName } from '@stackcheck/osv-core';
import { packagesOfProduct } from './product-packages';

const product = (id: string, identifiers: readonly string[]) => ({
  ...{ id, label: id, aliases: [], category: 'lang', images: [], cycles: [] },
  identifiers: identifiers.map((purl) => ({ type: 'purl', id: purl })),
});
const index = new ProductIndex([
  product('django', ['pkg:pypi/django', 'pkg:deb/debian/python-django']),
  product('nothing', []),
]);
const packages = ProductPackages.of(index, readPackageName);

it.each([
  ['django', packages, ['pkg:pypi/django']],
  ['nothing', packages, []],
  ['django', undefined, null],
] as const)('the packages of %s', (id, known, expected) => {
  expect(packagesOfProduct({ packages: known }, id)).toEqual({ packages: expected });
});
