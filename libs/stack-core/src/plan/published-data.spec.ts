import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { ProductPackages } from '@stackcheck/eol-core/packages';
import { KevIndex } from '@stackcheck/kev-core';
import { readPackage, readPackageName } from '@stackcheck/osv-core';
import { prepare, type PackageAdvisory } from '@stackcheck/osv-core/judging';
import { byPackage, readOsvRecord } from '@stackcheck/osv-core/records';
import type { PlanSources } from './check-and-plan';
import { makeStack } from '../testing/make-stack';
import { planFault } from '../testing/plan-fault';
import { toKevEntries, toProducts } from '../testing/published-data';
import { readZip } from '../testing/read-zip';

const root = resolve(__dirname, '../../../..');
const data = join(resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora'), '..', 'data');
const ECOSYSTEMS = { PyPI: 'pypi', Go: 'golang', npm: 'npm', RubyGems: 'gem', Maven: 'maven', 'crates.io': 'cargo' };
const files = {
  eol: join(data, 'endoflife', 'products-full.json'),
  kev: join(data, 'kev', 'known_exploited_vulnerabilities.json'),
  ...Object.fromEntries(Object.keys(ECOSYSTEMS).map((name) => [name, join(data, 'osv', name, 'all.zip')])),
} as Readonly<Record<string, string>>;

const missing = Object.values(files).filter((file) => !existsSync(file));
const suite =
  missing.length === 0
    ? (name: string, body: () => void) => describe(name, body)
    : (name: string, body: () => void) =>
        describe.skip(`${name} (skipped: no ${missing.map((file) => file.slice(data.length + 1)).join(', ')})`, body);

const FULL = process.env['CAMPAIGN'] === 'full';
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

suite('plans for random stacks of the published data (property)', () => {
  const TODAY = '2026-11-20';
  let sources: PlanSources = {};
  const items: { readonly product: string; readonly version: string }[] = [];
  const images: string[] = [];
  const purls: string[] = [];
  /** Those of packages that are products. */
  const ofProducts: string[] = [];
  /** Releases of products that are published as packages. */
  const releases: { readonly product: string; readonly version: string }[] = [];
  beforeAll(() => {
    const products = toProducts(json(files['eol']!));
    const index = new ProductIndex(products);
    const packages = new Map<string, PackageAdvisory[]>();
    const named = new Set<string>();
    for (const [ecosystem, type] of Object.entries(ECOSYSTEMS)) {
      for (const text of readZip(readFileSync(files[ecosystem]!), (packed) => inflateRawSync(packed))) {
        const reading = readOsvRecord(JSON.parse(text));
        if (!reading.ok) continue;
        const { affected, ...advisory } = reading.record;
        for (const { name, ecosystem: of, affected: specs } of byPackage(affected)) {
          const key = `${of} ${name}`;
          const entry = { advisory, specs: prepare(specs, of) };
          const known = packages.get(key);
          if (known === undefined) packages.set(key, [entry]);
          else known.push(entry);
          if (of !== ecosystem) continue;
          for (const { ranges } of specs) {
            for (const [kind, version] of ranges.flat()) {
              const path = type === 'maven' ? name.replace(':', '/') : name;
              if (kind !== 'l') named.add(`pkg:${type}/${path}@${version === '0' ? '0.1.0' : version}`);
            }
          }
        }
      }
    }
    purls.push(...[...named].sort());
    for (const { id, cycles } of products) {
      for (const { name } of cycles) {
        items.push({ product: id, version: name });
        images.push(`${id}:${name}`, `${id}:${name}-alpine`, `${id}:${name}-slim-bookworm`);
      }
    }
    const productPackages = ProductPackages.of(index, readPackageName)!;
    ofProducts.push(
      ...purls.filter((purl) => {
        const query = readPackage(purl);
        return query.ok && productPackages.ownerOf(query)?.kind === 'product';
      }),
    );
    for (const purl of ofProducts) {
      const query = readPackage(purl);
      const owner = query.ok ? productPackages.ownerOf(query) : undefined;
      if (!query.ok || owner?.kind !== 'product') continue;
      releases.push({ product: owner.entry.product.id, version: query.version.replace(/^v/, '') });
    }
    sources = {
      eol: { index, images: new ImageCatalogue(index), packages: productPackages },
      kev: new KevIndex('v', toKevEntries(json(files['kev']!))),
      osv: {
        covers: () => true,
        advisoriesOf: (ecosystem, names) => names.flatMap((name) => packages.get(`${ecosystem} ${name}`) ?? []),
      },
    };
  }, 240_000);

  it('leave exactly what they say, make nothing worse, and no smaller or further move does as much', () => {
    const pick = (list: readonly unknown[]) => fc.nat({ max: list.length - 1 });
    const anyStack = fc.record({
      items: fc.array(pick(items), { maxLength: 3 }),
      images: fc.array(pick(images), { maxLength: 2 }),
      released: fc.array(pick(releases), { maxLength: 2 }),
      packages: fc.array(pick(purls), { maxLength: 3 }),
      lived: fc.array(pick(ofProducts), { maxLength: 2 }),
      days: fc.constantFrom(0, 90, 365),
      severity: fc.constantFrom('low' as const, 'high' as const),
    });
    let steps = 0;
    fc.assert(
      fc.property(anyStack, ({ items: ofItems, images: ofImages, released, packages, lived, days, severity }) => {
        const stack = makeStack(
          {
            items: [...ofItems.map((n) => items[n]!), ...released.map((n) => releases[n]!)],
            images: ofImages.map((n) => images[n]!),
            packages: [...packages.map((n) => purls[n]!), ...lived.map((n) => ofProducts[n]!)],
          },
          { eol_within_days: days, min_severity: severity },
        );

        expect(planFault(stack, sources, TODAY)).toBeUndefined();
        steps++;
      }),
      { numRuns: FULL ? 50 : 12 },
    );
    expect(steps).toBeGreaterThan(0);
  }, 3_600_000);
});
