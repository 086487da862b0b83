import { checkItems, ProductIndex, type Cycle, type Product } from '@stackcheck/eol-core';
import { ProductPackages } from '@stackcheck/eol-core/packages';
import { readPackageName } from '@stackcheck/osv-core';
import fc from 'fast-check';
import { checkBytes, checkReport, writeInString, type CheckReport } from './check-report';

const cycle = (name: string, eolFrom: string | null = null): Cycle => ({
  name,
  codename: null,
  releaseDate: null,
  isLts: false,
  ltsFrom: null,
  isEol: false,
  eolFrom,
  isEoas: null,
  eoasFrom: null,
  eoesFrom: null,
  latest: null,
});
const product = (id: string, label: string, aliases: readonly string[], cycles: readonly Cycle[]): Product => ({
  ...{ id, label, aliases, cycles, category: 'lang', images: [] },
});
const published = (id: string, purls: readonly string[]): Product => ({
  ...product(id, id, [], [cycle('5.2', '2028-04-30'), cycle('3.2', '2024-04-01')]),
  identifiers: purls.map((purl) => ({ type: 'purl', id: purl })),
});
const index = new ProductIndex([
  product('nodejs', 'Node.js', ['node'], [cycle('24', '2028-04-30'), cycle('18', '2025-04-30')]),
  product('quoted', 'a "quoted" \\ label\u2028 – ä', [], [cycle('1.0')]),
  published('django', ['pkg:pypi/django', 'pkg:generic/anyones']),
]);
/** Two snapshots, the second one a selection, and one without identifiers. */
const snapshots = [true, false].flatMap((complete) =>
  [ProductPackages.of(index, readPackageName), undefined].map((packages) => ({ complete, products: index, packages })),
);

const item = fc.record({
  product: fc.oneof(
    fc.constantFrom('nodejs', ' Node ', 'quoted', '__proto__', 'python'),
    fc.constantFrom('pkg:pypi/Django', ' pkg:pypi/django', 'pkg:npm/lodash', 'pkg:generic/anyones', 'pkg:', 'PKG:%'),
    fc.string({ unit: 'grapheme' }),
  ),
  version: fc.oneof(
    fc.constantFrom('24.1', '3.2.25', 'v18', '1', '1.0.3', '9', 'constructor'),
    fc.string({ unit: 'grapheme' }),
  ),
});
const day = fc.constantFrom('2024-01-01', '2026-11-20', '2030-01-01');

const inStringOf = (report: CheckReport): string => {
  const into = Buffer.alloc(64 * 1024);
  return into.toString('utf8', 7, writeInString(report, into, 7));
};

describe('the text of a batch answer', () => {
  it('is what JSON.stringify makes of the report, whatever was asked before and on whichever day', () =>
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), day, fc.constantFrom(...snapshots), (items, today, snapshot) => {
        const { products, packages, complete } = snapshot;
        const report = checkItems(products, items, today, { complete, packages });

        const text = JSON.stringify(report);
        const written = checkReport(snapshot, items, today);
        expect(written.matched).toBe(report.matched);
        expect(checkBytes(written, '{"ä":', '}').toString()).toBe(`{"ä":${text}}`);
        // The same twice, since parts of it are kept.
        const inString = JSON.stringify(text).slice(1, -1);
        expect([inStringOf(written), inStringOf(written)]).toEqual([inString, inString]);
      }),
    ));
});
