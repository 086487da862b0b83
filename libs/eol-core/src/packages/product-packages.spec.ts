import { makeCycle, makeProduct } from '../testing/make-product';
import { ProductIndex } from '../products/product-index';
import type { Product } from '../products/product';
import { readFullVersion } from './full-version';
import { KNOWN_PACKAGES } from './known-packages';
import { lifecycleOf, type KnownLifecycle } from './package-lifecycle';
import { ProductPackages, type ReadPackageName } from './product-packages';

const TODAY = '2026-11-20';

/** `pkg:npm/React` is `react` of `npm`; what is no such text names no package. */
const read: ReadPackageName = (purl) => {
  const [, ecosystem, name] = /^pkg:([a-z]+)\/([^@?#]+)/.exec(purl) ?? [];
  return ecosystem === undefined || name === undefined ? undefined : { ecosystem, names: [name.toLowerCase()] };
};

function product(id: string, purls: readonly string[], cycles: Product['cycles'] = [makeCycle('2'), makeCycle('1')]) {
  return makeProduct(id, cycles, { identifiers: purls.map((purl) => ({ type: 'purl', id: purl })) });
}

function packagesOf(...products: readonly Product[]): ProductPackages {
  return ProductPackages.of(new ProductIndex(products), read)!;
}

const named = (ecosystem: string, name: string) => ({ ecosystem, names: [name] });

describe('packages that are products', () => {
  it('are found both ways, in whatever spelling upstream uses', () => {
    const packages = packagesOf(product('acme', ['pkg:npm/Acme', 'pkg:maven/org.acme/core']));

    expect(packages.ownerOf(named('npm', 'acme'))).toMatchObject({
      kind: 'product',
      entry: { product: { id: 'acme' } },
    });
    expect(packages.ownerOf(named('npm', 'acme-plugin'))).toBeUndefined();
    expect(packages.packagesOf('acme').map(({ purl }) => purl)).toEqual(['pkg:npm/Acme', 'pkg:maven/org.acme/core']);
    expect(packages.packagesOf('other')).toEqual([]);
  });

  it('are looked up most specific name first', () => {
    const packages = packagesOf(
      product('acme', ['pkg:golang/acme.org/x']),
      product('sub', ['pkg:golang/acme.org/x/sub']),
    );
    const owner = packages.ownerOf({ ecosystem: 'golang', names: ['acme.org/x/sub', 'acme.org/x'] });

    expect(owner).toMatchObject({ entry: { product: { id: 'sub' } } });
  });

  it('are nobody’s where upstream names them for two products, in any order', () => {
    const [one, two] = [product('one', ['pkg:npm/shared', 'pkg:npm/one']), product('two', ['pkg:npm/SHARED'])];
    for (const packages of [packagesOf(one, two), packagesOf(two, one)]) {
      expect(packages.ownerOf(named('npm', 'shared'))).toEqual({ kind: 'ambiguous', products: ['one', 'two'] });
      expect(packages.packagesOf('one').map(({ purl }) => purl)).toEqual(['pkg:npm/one']);
      expect(packages.packagesOf('two')).toEqual([]);
    }
  });

  it('are nobody’s where anyone may use the name, and none where a distribution, an image or an installer is named', () => {
    const packages = packagesOf(
      product('acme', [
        'pkg:generic/acme',
        'pkg:deb/acme',
        'pkg:apk/acme',
        'pkg:rpm/acme',
        'pkg:docker/acme',
        'pkg:brew/acme',
      ]),
    );

    expect(packages.ownerOf(named('generic', 'acme'))).toEqual({ kind: 'ambiguous', products: ['acme'] });
    for (const type of ['deb', 'apk', 'rpm', 'docker', 'brew']) {
      expect(packages.ownerOf(named(type, 'acme'))).toBeUndefined();
    }
    expect(packages.packagesOf('acme')).toEqual([]);
  });

  it('of a repository have a life, and no advisories by their tags', () => {
    const packages = packagesOf(product('acme', ['pkg:github/acme/acme']));

    expect(packages.ownerOf(named('github', 'acme/acme'))).toMatchObject({ kind: 'product' });
    expect(packages.packagesOf('acme')).toEqual([]);
  });

  it('are none where their versions are known to be others than the product’s', () => {
    const packages = packagesOf(product('spring-cloud', ['pkg:maven/org.springframework.cloud/spring-cloud-gateway']));

    expect(packages.ownerOf(named('maven', 'org.springframework.cloud/spring-cloud-gateway'))).toBeUndefined();
  });

  it('are known beyond upstream’s lists, where the product is in the snapshot', () => {
    expect(packagesOf(product('rails', ['pkg:gem/rails'])).ownerOf(named('gem', 'actionpack'))).toMatchObject({
      entry: { product: { id: 'rails' } },
    });
    expect(packagesOf(product('acme', [])).ownerOf(named('gem', 'actionpack'))).toBeUndefined();
  });

  it.each(KNOWN_PACKAGES.map(({ product: id, purls }) => [id, purls] as const))(
    'of %s are found by each of their names',
    (id, purls) => {
      const packages = packagesOf(product(id, ['pkg:npm/whatever']));

      for (const purl of purls) {
        const { ecosystem, names } = read(purl)!;
        expect(packages.ownerOf({ ecosystem, names })).toMatchObject({ entry: { product: { id } } });
      }
      expect(id).toMatch(/^[a-z0-9][a-z0-9-]*$/);
    },
  );

  it('are not known at all from a snapshot that holds no identifiers', () => {
    expect(ProductPackages.of(new ProductIndex([makeProduct('rails', ['8.1'])]), read)).toBeUndefined();
  });

  it('were published in some versions only, where that is known', () => {
    const packages = packagesOf(
      product('log4j', ['pkg:maven/log4j/log4j', 'pkg:maven/org.apache.logging.log4j/log4j-core']),
    );
    const inVersion = (version: string) =>
      packages.packagesOf('log4j').flatMap(({ purl, has }) => (has(version) ? [purl.replace(/.*\//, '')] : []));

    expect(inVersion('1.2.17')).toEqual(['log4j']);
    expect(inVersion('2.14.1')).toEqual(['log4j-core', 'log4j-api']);
    expect(inVersion('v2.14.1')).toEqual(['log4j-core', 'log4j-api']);
    expect(inVersion('two')).toEqual([]);
  });
});

describe('the support of a package', () => {
  const ended = makeCycle('1', { isEol: true, eolFrom: '2024-05-06' });
  const packages = packagesOf(
    product('acme', ['pkg:npm/acme', 'pkg:generic/acme'], [makeCycle('2'), ended]),
    product('log4j', ['pkg:maven/log4j/log4j'], [makeCycle('2'), ended]),
  );

  it('is that of the cycle of its version', () => {
    const { upgrade, ...lifecycle } = lifecycleOf(
      packages,
      { ...named('npm', 'acme'), version: '1.4.2' },
      TODAY,
    ) as KnownLifecycle;

    expect(upgrade).toMatchObject({ nearest: { cycle: '2' }, complete: true });
    expect(lifecycle).toEqual({
      product: 'acme',
      label: 'acme',
      ...{ cycle: '1', codename: null, release_date: null, status: 'eol', eol: '2024-05-06', days_until_eol: -928 },
      ...{ support_until: null, extended_support_until: null, lts: false, is_lts: false },
      ...{ latest: null, latest_date: null, link: null },
    });
  });

  it.each([
    ['a version of no cycle', 'npm', 'acme', '3.0.0', 'unknown_version', 'acme', ['acme'], ['acme@2', 'acme@1']],
    [
      'a version that was not published under this name',
      'maven',
      'log4j/log4j',
      '2.3',
      'unknown_version',
      'log4j',
      ['log4j'],
      ['log4j@2', 'log4j@1'],
    ],
    ['a name that is anyone’s', 'generic', 'acme', '1.4.2', 'ambiguous_identifier', null, ['acme'], []],
  ])('is unknown of %s', (_what, ecosystem, name, version, reason, id, products, suggestions) => {
    expect(lifecycleOf(packages, { ...named(ecosystem, name), version }, TODAY)).toEqual({
      status: 'unknown',
      reason,
      product: id,
      label: id,
      products,
      suggestions,
    });
  });

  it('is not spoken of for what is no product', () => {
    expect(lifecycleOf(packages, { ...named('npm', 'left-pad'), version: '1.0.0' }, TODAY)).toBeUndefined();
  });
});

describe('a version of a product', () => {
  const latest = (name: string) => ({ latest: { name, date: null, link: null } });
  const index = new ProductIndex([
    makeProduct('acme', [makeCycle('3.2', latest('3.2.25')), makeCycle('2', latest('2.26')), makeCycle('1')]),
  ]);
  const entry = index.get('acme')!;

  it.each([
    ['3.2.25', '3.2', '3.2.25'],
    ['v3.2.25', '3.2', '3.2.25'],
    ['V3.2.1-rc.1+x', '3.2', '3.2.1-rc.1+x'],
    ['2.14', '2', '2.14'],
    ['2.14.1', '2', '2.14.1'],
    ['1.0.0', '1', '1.0.0'],
    ['9.9.9', undefined, '9.9.9'],
  ])('%s is that of one release', (version, cycle, full) => {
    expect(readFullVersion(entry, entry.names.get(cycle ?? ''), version)).toEqual({ full: true, version: full });
  });

  it.each([
    ['3.2', '3.2', '3.2.25'],
    ['3.2-beta', '3.2', '3.2.25'],
    ['2', '2', '2.26'],
    ['1.0', '1', null],
    ['3.2.1 (security)', '3.2', '3.2.25'],
    ['latest', undefined, null],
    ['', undefined, null],
  ])('%s is not', (version, cycle, example) => {
    expect(readFullVersion(entry, entry.names.get(cycle ?? ''), version)).toEqual({ full: false, example });
  });
});
