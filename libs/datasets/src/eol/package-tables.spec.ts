import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { KNOWN_PACKAGES } from '@stackcheck/eol-core/packages';
import { readPackageName } from '@stackcheck/osv-core';
import { finish } from '../tasks/cooperative-task';
import { eolDataset } from './dataset';
import { indexEol } from './lookup';
import { eolStarter } from './starter';
import type { EolSnapshot } from './records';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const path = join(corpora, '../data/endoflife/products-full.json');
const there = existsSync(path);

/** The product of a purl, the products that it may be of, or none. */
function ownerIn(content: EolSnapshot): (purl: string) => string | undefined {
  const { packages } = finish(indexEol(content));
  return (purl) => {
    const name = readPackageName(purl);
    const owner = name && packages?.ownerOf(name);
    if (owner === undefined) return undefined;
    return owner.kind === 'product' ? owner.entry.product.id : `one of ${owner.products.join()}`;
  };
}

describe('known packages', () => {
  it('are each named once, in a form that can be asked about, with a page that says so', () => {
    const purls = KNOWN_PACKAGES.flatMap((row) => row.purls);

    expect(purls.filter((purl, at) => purls.indexOf(purl) !== at)).toEqual([]);
    expect(purls.filter((purl) => readPackageName(purl) === undefined || purl.includes('@'))).toEqual([]);
    expect(KNOWN_PACKAGES.filter(({ source }) => !source.startsWith('https://'))).toEqual([]);
  });

  it('are found in the starter, too', () => {
    const owner = ownerIn(eolStarter().snapshot);

    expect(owner('pkg:maven/org.springframework/spring-core')).toBe('spring-framework');
    expect(owner('pkg:gem/actionpack')).toBe('rails');
    expect(owner('pkg:pypi/Django')).toBe('django');
    expect(owner('pkg:generic/node')).toBe('one of nodejs');
  });
});

(there ? describe : describe.skip)(`the whole feed${there ? '' : ' (products-full.json is missing)'}`, () => {
  const content = there ? (eolDataset.read(readFileSync(path)) as EolSnapshot) : eolStarter().snapshot;
  const owner = ownerIn(content);
  const { packages } = finish(indexEol(content));

  it('names the products of well-known packages', () => {
    const asked = [
      'pkg:pypi/django',
      'pkg:gem/rails',
      'pkg:npm/react',
      'pkg:npm/%40angular/core',
      'pkg:nuget/jQuery',
      'pkg:maven/org.apache.logging.log4j/log4j-core',
      'pkg:maven/org.springframework.boot/spring-boot',
      'pkg:golang/github.com/hashicorp/consul',
      'pkg:composer/laravel/framework',
      'pkg:github/django/django',
    ];

    expect(asked.map(owner)).toEqual([
      'django',
      'rails',
      'react',
      'angular',
      'jquery',
      'log4j',
      'spring-boot',
      'consul',
      'laravel',
      'django',
    ]);
  });

  it('has every product of the known packages, and names none of them for another product', () => {
    const wrong = KNOWN_PACKAGES.flatMap(({ product, purls }) => purls.filter((purl) => owner(purl) !== product));

    expect(wrong).toEqual([]);
  });

  it('leaves no package of a registry to several products', () => {
    const purls = content.products.flatMap(({ identifiers = [] }) => identifiers.map(({ id }) => id));
    const shared = purls.filter((purl) => !purl.startsWith('pkg:generic/') && owner(purl)?.startsWith('one of'));

    expect(shared).toEqual([]);
    expect(owner('pkg:generic/python')).toBe('one of python');
  });

  it('says nothing of packages of distributions, containers and installers', () => {
    const purls = content.products.flatMap(({ identifiers = [] }) => identifiers.map(({ id }) => id));
    const said = purls.filter((purl) =>
      /^pkg:(deb|rpm|apk|alpm|docker|oci|brew|scoop|chocolatey|winget|swid)\//.test(purl),
    );

    expect(said.length).toBeGreaterThan(500);
    expect(said.filter((purl) => owner(purl) !== undefined)).toEqual([]);
  });

  it('has at most some two dozen packages of one product', () => {
    const most = Math.max(...content.products.map(({ product }) => packages!.packagesOf(product).length));

    expect(most).toBeLessThanOrEqual(25);
  });
});
