import { checkItems, ProductIndex, type Cycle, type Product } from '@stackcheck/eol-core';
import fc from 'fast-check';
import { checkText } from './check-text';

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
/** Two snapshots, the second one a selection. */
const snapshots = [true, false].map((complete) => ({
  complete,
  products: new ProductIndex([
    product('nodejs', 'Node.js', ['node'], [cycle('24', '2028-04-30'), cycle('18', '2025-04-30')]),
    product('quoted', 'a "quoted" \\ label\u2028 – ä', [], [cycle('1.0')]),
  ]),
}));

const item = fc.record({
  product: fc.oneof(
    fc.constantFrom('nodejs', ' Node ', 'quoted', '__proto__', 'python'),
    fc.string({ unit: 'grapheme' }),
  ),
  version: fc.oneof(fc.constantFrom('24.1', 'v18', '1', '1.0.3', '9', 'constructor'), fc.string({ unit: 'grapheme' })),
});
const day = fc.constantFrom('2024-01-01', '2026-11-20', '2030-01-01');

describe('the text of a batch answer', () => {
  it('is what JSON.stringify makes of the report, whatever was asked before and on whichever day', () =>
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), day, fc.constantFrom(...snapshots), (items, today, snapshot) => {
        const { products, complete } = snapshot;
        const report = checkItems(products, items, today, { complete });

        expect(checkText(snapshot, items, today)).toEqual({ matched: report.matched, text: JSON.stringify(report) });
      }),
    ));
});
