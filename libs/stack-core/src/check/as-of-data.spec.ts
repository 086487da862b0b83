import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toCalendarDate } from '@stackcheck/contract/calendar-date';
import { ProductIndex, type Product } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { ProductPackages } from '@stackcheck/eol-core/packages';
import { KevIndex } from '@stackcheck/kev-core';
import { readPackageName } from '@stackcheck/osv-core';
import * as fc from 'fast-check';
import { asOfProperty } from '../testing/as-of-property';
import { makeAdvisories, makeStack } from '../testing/make-stack';
import { toKevEntries, toProducts } from '../testing/published-data';
import type { PlanSources } from '../plan/check-and-plan';

const root = resolve(__dirname, '../../../..');
const data = join(resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora'), '..', 'data');
const files = {
  eol: join(data, 'endoflife', 'products-full.json'),
  kev: join(data, 'kev', 'known_exploited_vulnerabilities.json'),
};
const isThere = Object.values(files).every((file) => existsSync(file));
const suite = isThere ? describe : describe.skip;
const note = isThere ? '' : ' (skipped: no data/endoflife or data/kev)';
const RUNS = process.env['CAMPAIGN'] === 'full' ? 80 : 20;
const TODAY = '2026-08-07';
const DAY_MS = 86_400_000;

suite(`the published products and exploited CVEs on a later day${note}`, () => {
  let products: readonly Product[];
  let sources: PlanSources;
  let cves: readonly string[];
  beforeAll(() => {
    const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
    products = toProducts(json(files.eol));
    const index = new ProductIndex(products);
    const kev = new KevIndex('v', toKevEntries(json(files.kev)));
    cves = [...kev.entries()].map(({ cve }) => cve);
    const packages = ProductPackages.of(index, readPackageName);
    sources = { eol: { index, images: new ImageCatalogue(index), packages }, kev, osv: makeAdvisories({}) };
  });

  const asked = fc.record({
    items: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 8 }),
    images: fc.subarray(['node:24-alpine', 'node:18', 'python:3', 'python:3.11-bookworm', 'debian:12', 'postgres:14']),
    cves: fc.array(fc.nat(), { maxLength: 3 }),
    packages: fc.subarray([
      'pkg:pypi/django@3.2.25',
      'pkg:pypi/django@5.2',
      'pkg:gem/rails@7.1',
      'pkg:npm/react@16.0.0',
      'pkg:npm/lodash@4.17.21',
      'pkg:maven/org.springframework.boot/spring-boot@3.5.0',
    ]),
    within: fc.constantFrom(0, 90, 3_650),
    days: fc.integer({ min: 1, max: 3_652 }),
  });

  it('stand as on that day, packages that are products among them, and CVEs as today (property)', () => {
    fc.assert(
      fc.property(asked, ({ items, images, cves: places, packages, within, days }) => {
        const stack = makeStack(
          {
            items: items.map(([product, cycle]) => {
              const { id, cycles } = products[product % products.length]!;
              return { product: id, version: cycles[cycle % cycles.length]?.name ?? '1' };
            }),
            images,
            packages,
            cves: places.map((place) => cves[place % cves.length]!),
          },
          { eol_within_days: within },
        );
        const day = toCalendarDate(Date.parse(TODAY) + days * DAY_MS);

        const property = asOfProperty(stack, sources, TODAY, day);
        expect(property.asked).toEqual(property.expected);
      }),
      { numRuns: RUNS },
    );
  });

  it('each cycle stands as on that day', () => {
    const items = products.flatMap(({ id, cycles }) => cycles.map(({ name }) => ({ product: id, version: name })));

    for (const day of ['2026-08-08', '2027-06-15', '2036-08-07']) {
      const { asked, expected } = asOfProperty(makeStack({ items }), sources, TODAY, day);
      expect(asked.items).toEqual(expected.items);
      expect(asked.next_deadline).toEqual(expected.next_deadline);
    }
  });
});
