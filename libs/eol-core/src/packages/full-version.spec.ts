import { ProductIndex } from '../products/product-index';
import { makeCycle, makeProduct } from '../testing/make-product';
import { readFullVersion } from './full-version';

const latest = (name: string) => ({ latest: { name, date: null, link: null } });
const index = new ProductIndex([
  makeProduct('three', [
    makeCycle('2.1', latest('2.1.7')),
    makeCycle('2.0', latest('')),
    makeCycle('1.9.9', latest('1.9.9')),
  ]),
  makeProduct('two', [makeCycle('9', latest('9.4'))]),
  makeProduct('four', [makeCycle('9', latest('9.4.2.1'))]),
  makeProduct('word', [makeCycle('1', latest('r2'))]),
  makeProduct('none', ['1']),
]);

it.each<[string, string | undefined, string, object]>([
  ['three', '2.1', '2.1.3', { full: true, version: '2.1.3' }],
  ['three', '2.1', ' v2.1.3 ', { full: true, version: '2.1.3' }],
  ['three', '2.1', 'V2.1.3', { full: true, version: '2.1.3' }],
  ['three', '2.1', '2.1.3-rc.1+b~x', { full: true, version: '2.1.3-rc.1+b~x' }],
  ['three', '2.1', '2.1.3-V2', { full: true, version: '2.1.3-V2' }],
  ['three', '2.1', '2.1', { full: false, example: '2.1.7' }],
  ['three', '2.1', '2.1.3 LTS', { full: false, example: '2.1.7' }],
  ['three', '2.1', 'three 2.1.3', { full: false, example: '2.1.7' }],
  ['three', '2.0', '2.0', { full: false, example: null }],
  ['three', '2.0', '2.0.1', { full: true, version: '2.0.1' }],
  ['three', undefined, '3.0', { full: false, example: null }],
  ['three', undefined, '3.0.1', { full: true, version: '3.0.1' }],
  ['three', '1.9.9', '1.9.9', { full: false, example: '1.9.9' }],
  ['two', '9', '9.1', { full: true, version: '9.1' }],
  ['two', '9', '9', { full: false, example: '9.4' }],
  ['two', undefined, '8.1', { full: true, version: '8.1' }],
  ['four', '9', '9.4.2', { full: true, version: '9.4.2' }],
  ['four', '9', '9.4', { full: false, example: '9.4.2.1' }],
  ['word', '1', '1-b', { full: true, version: '1-b' }],
  ['none', '1', '1.2', { full: false, example: null }],
  ['none', '1', '1.2.3', { full: true, version: '1.2.3' }],
])('of %s in cycle %s, %j is %j', (product, name, version, read) => {
  const entry = index.get(product)!;
  const cycle = name === undefined ? undefined : entry.names.get(name);

  expect(readFullVersion(entry, cycle, version)).toEqual(read);
});
