import * as fc from 'fast-check';
import { canonicalPurl } from './canonical-purl';
import { packageUrl } from './purl';

describe('the canonical spelling of a package URL', () => {
  it.each([
    ['pkg:npm/@a/b@1.0.0', 'pkg:npm/%40a/b@1.0.0'],
    ['pkg:npm/%40a%2Fb@1.0.0', 'pkg:npm/%40a/b@1.0.0'],
    ['pkg:npm/@a/b', 'pkg:npm/%40a/b'],
    ['PKG:NPM//a@1', 'pkg:npm/a@1'],
    ['pkg://npm/a@1', 'pkg:npm/a@1'],
    ['pkg:pypi/Django_X@4.0', 'pkg:pypi/django-x@4.0'],
    ['pkg:maven/g/a@1.0?type=jar&classifier=x&repository_url=y', 'pkg:maven/g/a@1.0'],
    ['pkg:maven/a@latest?type=jar', 'pkg:maven/a@latest'],
    ['pkg:golang/github.com/A/b@v1.0.0%2Bincompatible#x/y', 'pkg:golang/github.com/A/b@v1.0.0%2Bincompatible#x/y'],
    ['pkg:deb/Debian/X@1:2+b1?upstream=a%2B%2B&arch=amd64', 'pkg:deb/debian/x@1:2%2Bb1?arch=amd64&upstream=a%2B%2B'],
    ['pkg:deb/debian/x@1?upstream=a++', 'pkg:deb/debian/x@1?upstream=a%2B%2B'],
    ['pkg:rpm/Fedora/X@1?epoch=1&distro=fedora-40&checksum=sha1:a', 'pkg:rpm/fedora/X@1?distro=fedora-40&epoch=1'],
    ['pkg:gem/a@1.0?platform=java', 'pkg:gem/a@1.0'],
    ['pkg:k8s/k8s.io%2Fapi@1.0', 'pkg:k8s/k8s.io%2Fapi@1.0'],
    ['pkg:generic/a@1.0?x=', 'pkg:generic/a@1.0'],
    ['pkg:generic/a/@b', 'pkg:generic/a/%40b'],
    ['pkg:swift/github.com/Apple/swift-nio@2.0.0?x=', 'pkg:swift/github.com/Apple/swift-nio@2.0.0'],
  ])('%s is %s', (text, expected) => {
    expect(canonicalPurl(text)?.text).toBe(expected);
  });

  it.each([
    '',
    'npm/a@1',
    'pkg:npm',
    'pkg:npm/',
    'pkg:/a@1',
    'pkg:npm/a%zz@1',
    'pkg:npm/a%20b@1',
    'pkg:generic/a%00@1',
    'pkg:maven/g/a@1.0?a type=jar',
    'pkg:deb/debian/a@1?1=x',
    `pkg:npm/${'a'.repeat(600)}@1`,
    `pkg:npm/a@1?${'x'.repeat(3000)}`,
  ])('there is none for %.40s', (text) => {
    expect(canonicalPurl(text)).toBeUndefined();
  });

  it('is that of the same with an empty subpath, which is not read at once', () => {
    const segment = fc.oneof(
      fc.stringMatching(/^[\w.~-]{1,6}$/),
      fc.string({ unit: fc.constantFrom('a', 'B', '_', '.', '-', '+', '%40', '%2F', '@', '/'), maxLength: 4 }),
    );
    const types = 'cargo composer gem golang hex maven npm nuget pypi pub conan deb oci Npm'.split(' ');
    const purl = fc
      .tuple(fc.constantFrom(...types), fc.array(segment, { maxLength: 2 }), segment, segment)
      .map(([type, path, name, version]) => `pkg:${[type, ...path, name].join('/')}@${version}`);

    fc.assert(
      fc.property(purl, fc.constantFrom('', '%40'), (text, scope) => {
        const scoped = text.replace('/', `/${scope}`);
        expect(canonicalPurl(scoped)).toEqual(canonicalPurl(`${scoped}#`));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is one that is read as itself, with the same parts', () => {
    const segment = fc.stringMatching(/^[\w.~+@ü-]{1,8}$/);
    const purl = fc
      .tuple(
        fc.constantFrom('npm', 'maven', 'golang', 'deb', 'generic', 'k8s', 'pypi', 'composer'),
        fc.array(segment, { maxLength: 2 }),
        segment,
        fc.option(segment),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), segment, { maxKeys: 3 }),
      )
      .map(([type, namespace, name, version, qualifiers]) => {
        const path = [type, ...namespace, name].map(encodeURIComponent).join('/');
        const pairs = Object.entries(qualifiers).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
        const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
        return `pkg:${path}${version === null ? '' : `@${encodeURIComponent(version)}`}${query}`;
      });
    fc.assert(
      fc.property(purl, (text) => {
        const once = canonicalPurl(text);

        expect(once).toBeDefined();
        expect(canonicalPurl(once!.text)?.text).toBe(once!.text);
        expect(canonicalPurl(once!.text)?.version).toBe(once!.version);
      }),
    );
  });

  it('is that of lockfiles', () => {
    const types = fc.constantFrom('cargo', 'gem', 'npm', 'nuget', 'pypi', 'golang', 'hex', 'pub');
    const text = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,10}$/);
    fc.assert(
      fc.property(types, text, text, (type, name, version) => {
        const purl = packageUrl(type as 'npm', name, version);
        // Names of pub.dev have neither stops nor signs.
        fc.pre(purl !== undefined);

        expect(canonicalPurl(purl!)?.text).toBe(purl);
      }),
    );
  });
});
