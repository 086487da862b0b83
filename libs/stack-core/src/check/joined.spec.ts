import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ImageCatalogue, ProductIndex } from '@stackcheck/eol-core';
import { ProductPackages, type PackageLifecycle } from '@stackcheck/eol-core/packages';
import { readPackage, readPackageName } from '@stackcheck/osv-core';
import * as fc from 'fast-check';
import { makeAdvisories, makeStack } from '../testing/make-stack';
import { toProducts } from '../testing/published-data';
import { checkStack, type StackSources } from './check-stack';

const root = resolve(__dirname, '../../../..');
const data = join(resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora'), '..', 'data');
const feedFile = join(data, 'endoflife', 'products-full.json');
const suite = existsSync(feedFile) ? describe : describe.skip;
const note = existsSync(feedFile) ? '' : ' (skipped: no data/endoflife/products-full.json)';

const TODAY = '2026-11-20';

const rows = readFileSync(join(__dirname, 'joined.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('package '))
  .map((line): readonly [string, string] => {
    const [asked = '', ...said] = line.split(' | ');
    return [asked.slice('package '.length), said.join(' | ')];
  });

/** What is said of a package, as the table writes it. */
function wordsOf(lifecycle: PackageLifecycle | null): string {
  if (lifecycle === null) return 'no product';
  if (lifecycle.status !== 'unknown') {
    const { product, cycle, status, eol } = lifecycle;
    return `is ${product} ${cycle} | ${status} ${eol ?? '-'}`;
  }
  const products = lifecycle.products.join(' or ');
  return lifecycle.reason === 'unknown_version' ? `unknown version of ${products}` : `unknown, may be ${products}`;
}

suite(`packages and the published products${note}`, () => {
  let sources: StackSources;
  let packages: ProductPackages;
  beforeAll(() => {
    const index = new ProductIndex(toProducts(JSON.parse(readFileSync(feedFile, 'utf8'))));
    packages = ProductPackages.of(index, readPackageName)!;
    sources = { eol: { index, images: new ImageCatalogue(index), packages }, osv: makeAdvisories({}) };
  });

  it.each(rows)('%s: %s', (purl, expected) => {
    const check = checkStack(makeStack({ packages: [purl] }), sources, TODAY);
    const { lifecycle } = check.packages!.results[0]!;
    const codes = check.reasons.map(({ code }) => code);

    expect(wordsOf(lifecycle)).toBe(expected);
    expect(codes.includes('eol')).toBe(lifecycle?.status === 'eol');
    expect(check.verdict === 'unknown').toBe(lifecycle?.status === 'unknown');
  });

  it('say of a package what is said of the item (property)', () => {
    const published = sources
      .eol!.index.products.flatMap(({ product: { id, cycles } }) =>
        cycles.flatMap(({ name, latest }) =>
          packages.packagesOf(id).flatMap(({ purl, has }) => {
            const version = latest?.name ?? name;
            return has(version) ? [{ id, version, purl: `${purl}@${encodeURIComponent(version)}` }] : [];
          }),
        ),
      )
      .filter(({ purl }) => readPackage(purl).ok);
    expect(published.length).toBeGreaterThan(2_000);

    fc.assert(
      fc.property(fc.constantFrom(...published), fc.constantFrom(0, 90, 3_000), ({ id, version, purl }, days) => {
        const judged = (lists: object) => checkStack(makeStack(lists, { eol_within_days: days }), sources, TODAY);
        const ofItem = judged({ items: [{ product: id, version }] });
        const ofPackage = judged({ packages: [purl] });
        const [item] = ofItem.items!.results;
        const { lifecycle } = ofPackage.packages!.results[0]!;

        expect(item?.found).toBe(true);
        if (item?.found !== true) return;
        const { resolved: product, label, match, upgrade } = item;
        expect(lifecycle).toEqual({ product, label, ...match, ...(upgrade === undefined ? {} : { upgrade }) });
        expect(ofPackage.reasons.map(({ level, code, id: about, text }) => [level, code, about, text])).toEqual(
          ofItem.reasons.map(({ level, code, id: about, text }) => [level, code, about, text]),
        );
        expect(ofPackage.verdict).toBe(ofItem.verdict);
        const when = ({ next_deadline: next }: typeof ofItem) => next?.date;
        expect(when(ofPackage)).toBe(when(ofItem));
      }),
      { numRuns: 300 },
    );
  });
});
