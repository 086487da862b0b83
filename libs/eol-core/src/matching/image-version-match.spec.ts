import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { matchImageVersion, type FloatingPreference } from './image-version-match';
import { indexProduct } from '../products/indexed-product';
import { ProductIndex } from '../products/product-index';
import { makeCycle, makeProduct } from '../testing/make-product';
import { readCases } from '../testing/read-cases';

const TODAY = '2026-11-20';
const { products, cases } = readCases(readFileSync(join(__dirname, 'image-version-match.cases.txt'), 'utf8'));

/** Images that do not ship the highest cycle under a short version. */
const preferences = new Map<string, FloatingPreference>([
  ['mongodb', (version, underIt) => underIt.find(({ name }) => name === `${version}.0`)],
  ['ghc', (_, underIt) => underIt.find(({ name }) => name === '9.10')],
  ['young', () => undefined],
]);

describe('a version in an image tag belongs to the cycle the table says', () => {
  const index = new ProductIndex(products);

  it.each(cases.map(({ product, version, expected }) => [product, version, expected]))(
    '%s %s: %s',
    (id, version, expected) => {
      const product = index.get(id);
      if (product === undefined) throw new Error(`the table declares no product ${id}`);

      const match = matchImageVersion(product, version, TODAY, preferences.get(id));

      const doubt = match?.floating ? ' floating' : match?.olderThanListed ? ' older' : '';
      expect(match === undefined ? 'none' : match.cycle.name + doubt).toBe(expected);
    },
  );
});

describe('older than listed', () => {
  const product = indexProduct(makeProduct('aged', ['2.0', makeCycle('1.4', { eolFrom: '2026-11-20' })]));

  it('waits for the day after the end of the lowest cycle', () => {
    expect(matchImageVersion(product, '1.3', '2026-11-20')).toBeUndefined();
    expect(matchImageVersion(product, '1.3', '2026-11-21')).toMatchObject({
      cycle: { name: '1.4' },
      olderThanListed: true,
    });
  });

  it('never answers with a cycle that has not ended', () => {
    const part = fc.integer({ min: 0, max: 12 });
    const version = fc.tuple(part, part).map((parts) => parts.join('.'));

    fc.assert(
      fc.property(fc.uniqueArray(version, { minLength: 1 }), fc.array(fc.boolean()), version, (names, ended, asked) => {
        const cycles = names.map((name, at) => makeCycle(name, { isEol: ended[at] ?? false }));

        const match = matchImageVersion(indexProduct(makeProduct('any', cycles)), asked, TODAY);

        if (match?.olderThanListed) expect(match.cycle.isEol).toBe(true);
        if (match !== undefined && !match.olderThanListed) expect(match.cycle.name).toBe(asked);
      }),
    );
  });
});

describe('a short version', () => {
  const cycles = [
    makeCycle('3.15', { releaseDate: '2026-11-21' }),
    makeCycle('3.14', { releaseDate: '2026-11-20' }),
    makeCycle('3.13', { releaseDate: null }),
    makeCycle('4.0', { releaseDate: '2027-01-01' }),
  ];
  const product = indexProduct(makeProduct('young', cycles));
  const first: FloatingPreference = (_version, underIt) => underIt.find(({ name }) => name !== '3.13');

  it.each([
    ['takes the newest cycle that is out', '3', '2026-11-20', '3.14'],
    ['takes a cycle from the day on when it comes out', '3', '2026-11-21', '3.15'],
    ['takes one without a date where no other is out', '3', '2026-11-19', '3.13'],
    ['takes the newest where none is out', '4', '2026-11-20', '4.0'],
  ])('%s', (_what, version, today, name) =>
    expect(matchImageVersion(product, version, today)).toMatchObject({ cycle: { name }, floating: true }),
  );

  it('of an image with a rule of its own chooses among those that are out', () => {
    expect(matchImageVersion(product, '3', '2026-11-20', first)?.cycle.name).toBe('3.14');
    expect(matchImageVersion(product, '3', '2026-11-19', first)?.cycle.name).toBe('3.13');
  });
});
