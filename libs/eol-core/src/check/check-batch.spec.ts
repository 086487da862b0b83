import * as fc from 'fast-check';
import { checkItems, matchItem, type PurlOwners } from './check-batch';
import { ProductIndex } from '../products/product-index';
import { toEolCycle } from '../status/status';
import { makeCycle, makeProduct } from '../testing/make-product';

const TODAY = '2026-11-20';
const node24 = makeCycle('24', { eolFrom: '2028-04-30' });
const index = new ProductIndex([
  makeProduct('nodejs', [node24], { label: 'Node.js', aliases: ['node'] }),
  makeProduct('python', ['3.14']),
]);

describe('an item that names its product by a package URL', () => {
  const nodejs = index.find('nodejs')!;
  const packages: PurlOwners = {
    ownerNamed(purl) {
      if (purl === 'pkg:docker/node') return { kind: 'product', entry: nodejs, has: (version) => version !== '24.9' };
      return purl === 'pkg:docker/both' ? { kind: 'ambiguous', products: ['nodejs', 'python'] } : undefined;
    },
  };
  const matched = (product: string, version: string) => {
    const { entry, cycle, meant } = matchItem(index, { product, version }, packages);
    return [entry?.product.id, cycle?.name, meant];
  };

  it.each([
    ['its product', ' pkg:docker/node ', '24.1', ['nodejs', '24', undefined]],
    ['a version that was never published so', 'pkg:docker/node', '24.9', ['nodejs', undefined, undefined]],
    ['a version without a cycle', 'pkg:docker/node', '9.1', ['nodejs', undefined, undefined]],
    ['one in capitals, which its owners may not know', 'PKG:docker/node', '24.1', [undefined, undefined, undefined]],
    ['one that several may be meant by', 'pkg:docker/both', '1', [undefined, undefined, ['nodejs', 'python']]],
    ['one that nobody publishes', 'pkg:docker/none', '1', [undefined, undefined, undefined]],
  ])('%s', (_what, product, version, found) => {
    expect(matched(product, version)).toEqual(found);
  });

  it('is nobody’s where owners are not known', () => {
    const item = { product: 'pkg:docker/node', version: '24.1' };

    expect(matchItem(index, item)).toEqual({ entry: undefined, cycle: undefined });
  });
});

describe('a batch', () => {
  it('answers each item in its place, as it was sent', () => {
    const report = checkItems(
      index,
      [
        { product: ' Node ', version: ' v24.1 ' },
        { product: 'python', version: '3.1' },
        { product: '__proto__', version: '1' },
      ],
      TODAY,
    );

    const unknown = [
      {
        index: 1,
        product: 'python',
        version: '3.1',
        found: false,
        resolved: 'python',
        label: 'python',
        reason: 'unknown_version',
        suggestions: ['python@3.14'],
      },
      { index: 2, product: '__proto__', version: '1', found: false, reason: 'unknown_product', suggestions: [] },
    ];
    const found = {
      index: 0,
      product: ' Node ',
      version: ' v24.1 ',
      found: true,
      resolved: 'nodejs',
      label: 'Node.js',
      match: toEolCycle(node24, TODAY),
    };
    expect(report).toStrictEqual({ count: 3, matched: 1, unknown_count: 2, results: [found, ...unknown], unknown });
  });

  it('takes a short version for unknown: it never floats and is never older than listed', () => {
    const report = checkItems(
      index,
      [
        { product: 'python', version: '3' },
        { product: 'python', version: '2.5' },
      ],
      TODAY,
    );

    expect(report.matched).toBe(0);
  });

  it('may be empty', () => {
    expect(checkItems(index, [], TODAY)).toEqual({ count: 0, matched: 0, unknown_count: 0, results: [], unknown: [] });
  });

  it('keeps the order, and matched and unknown_count add up to count', () => {
    const text = fc.oneof(
      fc.constantFrom('nodejs', 'python', '24', '3.14', '__proto__'),
      fc.string({ unit: 'binary' }),
    );

    fc.assert(
      fc.property(fc.array(fc.record({ product: text, version: text }), { maxLength: 50 }), (items) => {
        const report = checkItems(index, items, TODAY);

        expect(report.results.map(({ index: at, product, version }) => [at, { product, version }])).toEqual(
          items.map((item, at) => [at, item]),
        );
        expect(report.matched + report.unknown_count).toBe(report.count);
        expect(report.unknown).toEqual(report.results.filter(({ found }) => !found));
        expect(report.unknown_count).toBe(report.unknown.length);
      }),
    );
  });
});
