import { ProductIndex, type Cycle, type Product } from '@stackcheck/eol-core';
import { ProductCpes } from '@stackcheck/eol-core/identifiers';
import { ProductPackages } from '@stackcheck/eol-core/packages';
import { readPackageName } from '@stackcheck/osv-core';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { IdentifiedEntry } from '../entries/entry';
import { readFile } from '../read-file';
import { findProducts, type ProductCatalogue } from './find-products';

const cycle = (name: string): Cycle => ({
  ...{ name, codename: null, releaseDate: null, isLts: false, ltsFrom: null, isEol: false, eolFrom: null },
  ...{ isEoas: null, eoasFrom: null, eoesFrom: null, latest: null },
});

function product(id: string, category: string, identifiers: readonly string[], cycles: readonly string[]): Product {
  return {
    ...{ id, label: id, aliases: [], category, images: [], cycles: cycles.map(cycle) },
    identifiers: identifiers.map((one) => ({ type: one.startsWith('pkg:') ? 'purl' : 'cpe', id: one })),
  };
}

function catalogueOf(products: readonly Product[]): ProductCatalogue {
  const index = new ProductIndex(products);
  return { index, packages: ProductPackages.of(index, readPackageName), cpes: ProductCpes.of(index) };
}

const catalogue = catalogueOf([
  product('nginx', 'server-app', ['cpe:2.3:a:nginx:nginx', 'pkg:generic/nginx'], ['1.21']),
  product('django', 'framework', ['pkg:pypi/django', 'cpe:2.3:a:djangoproject:django'], ['3.2']),
  product('one', 'app', ['cpe:2.3:a:shared:name'], ['1']),
  product('two', 'app', ['cpe:2.3:a:shared:name'], ['1']),
  product('debian', 'os', ['cpe:/o:debian:debian_linux'], ['12', '11']),
  product('centos', 'os', ['cpe:/o:centos:centos'], ['8', '7']),
  product('centos-stream', 'os', [], ['9', '8']),
  product('ubuntu', 'os', [], ['22.04']),
]);

const NGINX = 'cpe:2.3:a:nginx:nginx:1.21.1:*:*:*:*:*:*:*';

function found(identified: readonly IdentifiedEntry[], purls: readonly string[] = [], from = catalogue): string {
  const { products, apart } = findProducts(
    { identified, packages: purls.map((purl, index) => ({ purl, line: 10 + index })) },
    from,
  );
  const named = products.map(
    (one) => `${one.product} ${one.version ?? '?'} (${one.from})${one.line === undefined ? '' : ` ${one.line}`}`,
  );
  return [...named, ...apart.map(({ name, why }) => `${name} (${why})`)].join(', ');
}

describe('the product of a component', () => {
  const cases: readonly (readonly [string, IdentifiedEntry, string])[] = [
    ['is that of its CPE', { name: 'a', version: '1', cpe: NGINX, line: 3 }, `nginx 1.21.1 (${NGINX}) 3`],
    [
      'has the version of the component where the CPE has none',
      { name: 'a', version: '1.21.6', cpe: 'cpe:/a:nginx:nginx' },
      'nginx 1.21.6 (cpe:/a:nginx:nginx)',
    ],
    ['is not there for most CPEs', { name: 'a', version: '1', cpe: 'cpe:2.3:a:acme:thing:1' }, ''],
    [
      'is not known where several have its CPE',
      { name: 'a', version: '1', cpe: 'cpe:2.3:a:shared:name:1' },
      'cpe:2.3:a:shared:name:1 (ambiguous)',
    ],
    [
      'is that of the CPE where the package URL is anyone’s',
      { name: 'nginx', version: '1.21.1', purl: 'pkg:generic/nginx@1.21.1', cpe: NGINX },
      `nginx 1.21.1 (${NGINX})`,
    ],
    [
      'is left to the packages where its package URL says it',
      { name: 'a', version: '3.2.1', purl: 'pkg:pypi/django@3.2.1', cpe: 'cpe:2.3:a:djangoproject:django:3.2.1' },
      '',
    ],
    [
      'is that of its package URL where it is no package for want of a version',
      { name: 'a', version: null, purl: 'pkg:pypi/django', cpe: 'cpe:2.3:a:djangoproject:django:3.2.1' },
      'django ? (pkg:pypi/django)',
    ],
    [
      'is that of the subject’s package URL',
      { name: 'a', version: '3.2.1', subject: true, purl: 'pkg:pypi/django@3.2.1' },
      'django 3.2.1 (pkg:pypi/django@3.2.1)',
    ],
    ['is none of a subject that is no product', { name: 'a', version: '1', subject: true, purl: 'pkg:npm/a@1' }, ''],
    [
      'follows the distribution, not the CPE, of its own packages',
      { name: 'nginx', version: '1.21.1', purl: 'pkg:deb/debian/nginx@1.21.1-1', cpe: NGINX },
      '',
    ],
    [
      'is an operating system by its name',
      { name: 'Ubuntu', version: '22.04.2', os: true, line: 5 },
      'ubuntu 22.04.2 (operating system "Ubuntu 22.04.2") 5',
    ],
    [
      'is an operating system by its name before its CPE',
      { name: 'CentOS Stream', version: '8', os: true, cpe: 'cpe:/o:centos:centos:8' },
      'centos-stream 8 (operating system "CentOS Stream 8")',
    ],
    [
      'is an operating system by its CPE where the name is not known',
      { name: 'system', version: '9', os: true, cpe: 'cpe:/o:centos:centos:9' },
      'centos-stream 9 (cpe:/o:centos:centos:9)',
    ],
    [
      'is none of a system without a lifecycle',
      { name: 'wolfi', version: '1', os: true },
      'wolfi 1 (no_lifecycle_data)',
    ],
    ['is none of a system that is not known', { name: 'own', version: null, os: true }, 'own (unsupported)'],
  ];

  it.each(cases)('%s', (_how, entry, expected) => {
    expect(found([entry])).toBe(expected);
  });

  it('is the distribution of packages, once', () => {
    const purls = ['adduser', 'apt', 'bash'].map((name) => `pkg:deb/debian/${name}@1?arch=amd64&distro=debian-12`);

    expect(found([], [...purls, 'pkg:deb/debian/zlib1g@1?distro=debian-12.4', 'pkg:npm/a@1'])).toBe(
      'debian 12 (distro "debian-12") 10',
    );
    expect(found([{ name: 'debian', version: '12.4', os: true }], purls)).toBe(
      'debian 12.4 (operating system "debian 12.4")',
    );
    expect(found([], ['pkg:apk/wolfi/a@1?distro=wolfi', 'pkg:rpm/x/a@1?distro=x-1'])).toBe(
      'wolfi (no_lifecycle_data), x-1 (unsupported)',
    );
  });

  it('is found of systems alone where the snapshot holds no identifiers', () => {
    const plain: ProductCatalogue = { ...catalogue, packages: undefined, cpes: undefined };
    const entries = [cases[0]![1], cases[7]![1], cases[10]![1]];

    expect(found(entries, [], plain)).toBe('ubuntu 22.04.2 (operating system "Ubuntu 22.04.2") 5');
  });
});

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = resolve(corpora, '..', 'data', 'endoflife', 'products-full.json');
const inputs = join(corpora, 'inputs');
const hasBoth = existsSync(feedFile) && existsSync(inputs);
const suite = hasBoth ? describe : describe.skip;

suite(`components of published SBOMs${hasBoth ? '' : ' (skipped: no inputs or no products-full.json)'}`, () => {
  it.each([
    ['sboms/cyclonedx/2096c072-kbom.json', ['ubuntu 22.04.2']],
    ['sboms/cyclonedx/03d8e523-bom.json', ['alpine-linux 3.16.0']],
    ['sboms/cyclonedx/ee7efa9a-os-only-bom.json', ['alpine-linux 3.16.0']],
  ])('%s', (file, expected) => {
    const feed = JSON.parse(readFileSync(feedFile, 'utf8')) as { readonly result: readonly Published[] };
    const published = catalogueOf(feed.result.map(toProduct));
    const inventory = readFile({ path: file, bytes: readFileSync(join(inputs, file)) })!;

    const { products } = findProducts(inventory, published);

    expect(products.map((one) => `${one.product} ${one.version}`)).toEqual(expect.arrayContaining(expected));
  });

  it('are found in all of them without a fault', () => {
    const feed = JSON.parse(readFileSync(feedFile, 'utf8')) as { readonly result: readonly Published[] };
    const published = catalogueOf(feed.result.map(toProduct));
    const folders = ['sboms/cyclonedx', 'sboms/spdx2', 'sboms/spdx3', 'sboms-spec/cyclonedx'];
    const files = folders.flatMap((folder) => readdirSync(join(inputs, folder)).map((name) => `${folder}/${name}`));
    const all = files.flatMap((file) => {
      const inventory = readFile({ path: file, bytes: readFileSync(join(inputs, file)) });
      return inventory === undefined ? [] : findProducts(inventory, published).products;
    });

    expect(all.every(({ product: id }) => published.index.get(id) !== undefined)).toBe(true);
    expect(new Set(all.map(({ product: id }) => id)).size).toBeGreaterThanOrEqual(4);
  });
});

interface Published {
  readonly name: string;
  readonly category: string;
  readonly identifiers: readonly { readonly type: string; readonly id: string }[];
  readonly releases: readonly { readonly name: string; readonly codename: string | null }[];
}

function toProduct({ name, category, identifiers, releases }: Published): Product {
  const cycles = releases.map((release) => ({ ...cycle(release.name), codename: release.codename }));
  return { id: name, label: name, aliases: [], category, images: [], identifiers, cycles };
}
