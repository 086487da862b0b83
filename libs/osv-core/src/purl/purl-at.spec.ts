import * as fc from 'fast-check';
import { packageAt, readPackage } from './read-package';
import { purlAt } from './purl';

describe('a purl in another version', () => {
  it.each([
    ['pkg:npm/lodash@4.17.20', '4.17.21', 'pkg:npm/lodash@4.17.21'],
    ['pkg:npm/%40angular/core@1', '2.0.0', 'pkg:npm/%40angular/core@2.0.0'],
    ['pkg:golang/golang.org/x/crypto@v0.44.0#openpgp', '0.45.0', 'pkg:golang/golang.org/x/crypto@0.45.0#openpgp'],
    ['pkg:pypi/Django@3.2.25', '4.2', 'pkg:pypi/django@4.2'],
    ['pkg:deb/debian/libssl3@3.0.1?distro=bookworm', '1:3.0.2', 'pkg:deb/debian/libssl3@1:3.0.2?distro=bookworm'],
    [
      'pkg:deb/debian/libssl3@3.0.1-b1?upstream=openssl@3.0.1',
      '3.0.2',
      'pkg:deb/debian/libssl3@3.0.1-b1?upstream=openssl@3.0.2',
    ],
    [
      'pkg:rpm/redhat/openssl@1.1-2?upstream=openssl-1.1-2.src.rpm',
      '1.1-3',
      'pkg:rpm/redhat/openssl@1.1-3?upstream=openssl-1.1-2.src.rpm',
    ],
  ])('of %s at %s is %s', (purl, version, expected) => {
    const other = purlAt(purl, version)!;

    expect(decodeURIComponent(other)).toBe(decodeURIComponent(expected));
    const [before, after] = [readPackage(purl), readPackage(other)];
    expect(after).toMatchObject({ ok: true, version, names: before.ok && before.names });
  });

  it('is none of a text that is no purl', () => {
    expect(purlAt('lodash 4', '5')).toBeNull();
    expect(purlAt('pkg:npm/lodash', '\ud800')).toBeNull();
  });
});

it('is read as what the package in another version is, without parsing it (property)', () => {
  const anyPurl = fc.constantFrom(
    ...['pkg:npm/lodash@1.0.0', 'pkg:npm/%40angular/core@1.0.0', 'pkg:pypi/Django@1.0', 'pkg:maven/a.b/c@1'],
    ...[
      'pkg:golang/golang.org/x/crypto@v0.44.0',
      'pkg:golang/golang.org/x/crypto@v0.44.0#openpgp',
      'pkg:gem/rails@1.0',
    ],
    ...[
      'pkg:cargo/hyper@0.1.0',
      'pkg:nuget/A@1.0.0',
      'pkg:composer/a/b@1.0.0',
      'pkg:hex/a@1.0.0',
      'pkg:npm/a@1.0.0?x=y',
    ],
    ...['pkg:deb/debian/libssl3@3.0.1?distro=bookworm', 'pkg:github/a/b@v1', 'pkg:deb/debian/x@1?upstream=y@1'],
  );
  const anyVersion = fc.oneof(
    fc.constantFrom(
      '1.2.3',
      '1.0-weird',
      'HEAD',
      '10.x',
      '9d076f5c1a',
      'v1.2.3',
      '1.0.0-rc.1+b',
      '1:2.3~4',
      '2.0.Final',
      ' 1',
      '',
      '1 2',
      'ü',
      '*',
      '1.0!2',
      '1@2',
      '%31',
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(anyPurl, anyVersion, (purl, version) => {
      const query = readPackage(purl);
      const other = purlAt(purl, version);
      const expected = other === null ? undefined : readPackage(other);

      const at = query.ok ? packageAt(query, version) : undefined;
      expect(at && { ok: true, ...at }).toEqual(expected?.ok ? expected : undefined);
    }),
    { numRuns: 2_000 },
  );
});
