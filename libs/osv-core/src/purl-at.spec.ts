import { readPackage } from './ecosystem';
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
  });
});
