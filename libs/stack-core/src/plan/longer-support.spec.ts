import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { makeCycle, makeProduct, makeSources, makeStack } from '../testing/make-stack';
import { toProducts } from '../testing/published-data';
import { checkAndPlan } from './check-and-plan';

const TODAY = '2026-11-20';
const root = resolve(__dirname, '../../../..');
const file = join(
  resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora'),
  '../data/endoflife/products-full.json',
);

/** The clause as it is said; groups: what both ends are, and what is advised. */
const CLAUSE =
  /; (?:it is the smallest such move and (?:lasts until (?<until>\S+)|has no known end), (?<advised>.+) (?:lasts until (?<later>\S+)|has no known end)|the nearest, (?<nearest>.+), ends on (?<sooner>\S+))$/;

describe('where a step leads elsewhere than the reason advises, its sentence', () => {
  const END = '2026-01-10';
  const whyOf = (third: string | null, second: string | null): string => {
    const cycles = [
      makeCycle('3', { releaseDate: '2025-01-01', eolFrom: third }),
      makeCycle('2', { releaseDate: '2024-01-01', eolFrom: second }),
      makeCycle('1', { releaseDate: '2023-01-01', eolFrom: END }),
    ];
    const stack = makeStack({ items: [{ product: 'twice', version: '1' }] });
    const { plan } = checkAndPlan(stack, makeSources({ products: [makeProduct('twice', cycles)] }), TODAY);
    return plan.steps.map(({ to, why }) => `${to}${CLAUSE.exec(why)?.[0] ?? ''}`).join();
  };

  it.each([
    [
      '2029-04-30',
      '2027-03-01',
      '2; it is the smallest such move and lasts until 2027-03-01, 3 lasts until 2029-04-30',
    ],
    [null, '2027-03-01', '2; it is the smallest such move and lasts until 2027-03-01, 3 has no known end'],
    ['2029-04-30', '2028-03-01', '2'],
    [null, null, '2'],
  ])('with ends on %s and %s: %s', (third, second, sentence) => {
    expect(whyOf(third, second)).toBe(sentence);
  });
});

(existsSync(file) ? describe : describe.skip)(
  `of the published products${existsSync(file) ? '' : ' (skipped: no endoflife/products-full.json)'}`,
  () => {
    it('no sentence contradicts the ends that are listed', () => {
      const products = toProducts(JSON.parse(readFileSync(file, 'utf8')));
      const index = new ProductIndex(products);
      const sources = { eol: { index, images: new ImageCatalogue(index) } };
      const said = { longer: 0, nearest: 0 };
      for (const { id, cycles } of products) {
        const endOf = (name: string) => cycles.find((cycle) => cycle.name === name)!.eolFrom ?? '9999';
        for (let at = 0; at < cycles.length; at += 10) {
          const items = cycles.slice(at, at + 10).map(({ name }) => ({ product: id, version: name }));
          for (const { from, to, why } of checkAndPlan(makeStack({ items }), sources, TODAY).plan.steps) {
            const { until, advised, later, nearest, sooner } = CLAUSE.exec(why)?.groups ?? {};
            const step = `${id} ${from} to ${to}: ${why}`;
            if (advised !== undefined) {
              said.longer += 1;
              expect([step, until ?? '9999', later ?? '9999']).toEqual([step, endOf(to), endOf(advised)]);
              expect([step, endOf(to) < endOf(advised)]).toEqual([step, true]);
            } else if (nearest !== undefined) {
              said.nearest += 1;
              expect([step, sooner]).toEqual([step, endOf(nearest)]);
              expect([step, endOf(nearest) < endOf(to)]).toEqual([step, true]);
            } else expect(step).not.toMatch(/smallest such move|the nearest,/);
          }
        }
      }
      expect(said.longer).toBeGreaterThan(0);
      expect(said.nearest).toBeGreaterThan(0);
    }, 60_000);
  },
);
