import { globMatches } from './glob';
import { purlMatches } from './purl-match';

describe('a package URL', () => {
  it.each([
    ['pkg:npm/lodash', 'pkg:npm/lodash@4.17.15', true],
    ['pkg:npm/lodash@4.17.15', 'pkg:npm/lodash@4.17.15?a=b', true],
    ['pkg:npm/lodash@4.17', 'pkg:npm/lodash@4.17.15', false],
    ['pkg:npm/lodash', 'pkg:npm/lodash-es@4', false],
    ['pkg:npm/@scope/a', 'pkg:npm/%40scope/a@1', true],
    ['pkg:npm/@scope/a@1', 'pkg:npm/%40scope/a@1', true],
    ['pkg:npm/%40scope/a@2', 'pkg:npm/%40scope/a@1', false],
    ['pkg:pypi/Zope_Interface', 'pkg:pypi/zope-interface@5', true],
    ['pkg:pypi/lodash', 'pkg:npm/lodash@4', false],
    ['pkg:golang/example.org/m@v1.2.3', 'pkg:golang/example.org/m@1.2.3', true],
    ['pkg:deb/debian/libssl3', 'pkg:deb/debian/libssl3@3.0?distro=bookworm', true],
    ['pkg:deb/debian/libssl3?distro=bookworm', 'pkg:deb/debian/libssl3@3.0?arch=amd64&distro=bookworm', true],
    ['pkg:deb/debian/libssl3?distro=trixie', 'pkg:deb/debian/libssl3@3.0?distro=bookworm', false],
    ['pkg:deb/debian/libssl3', 'pkg:deb/debian/openssl@3.0', false],
    ['pkg:maven/a/b@1%2B2', 'pkg:maven/a/b@1+2', true],
    ['pkg:npm/%', 'pkg:npm/%@1', true],
    ['', 'pkg:npm/a@1', false],
  ])('%s matches %s: %s', (wanted, purl, matches) => {
    expect(purlMatches(wanted, purl)).toBe(matches);
  });
});

describe('a glob', () => {
  it.each([
    ['Dockerfile', 'Dockerfile', true],
    ['Dockerfile', 'deploy/Dockerfile', true],
    ['*.lock', 'a/b/c.lock', true],
    ['/*.lock', 'c.lock', true],
    ['web/*', 'web/a.json', true],
    ['web/*', 'web/a/b.json', true],
    ['web/*.json', 'web/a/b.json', false],
    ['web/**', 'web/a/b.json', true],
    ['web/', 'web/a/b.json', true],
    ['web', 'web/a/b.json', true],
    ['/web', 'x/web/a', false],
    ['/*.lock', 'a/c.lock', false],
    ['**/test/**', 'a/test/b/c', true],
    ['**/test/**', 'test/b', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b/**/c', 'a/x/b/y/b/z/c', true],
    ['a/**/b/c', 'a/b/x/b/d', false],
    ['a?c', 'abc', true],
    ['a?c', 'a漢c', true],
    ['a?c', 'ac', false],
    ['./web/*', 'web/x', true],
    ['a.c', 'abc', false],
    ['(a+)+$', 'aaaa', false],
    ['*a*a*a*a*a*a*a*a*b', 'a'.repeat(20_000), false],
  ])('%s matches %.30s: %s', (glob, path, matches) => {
    expect(globMatches(glob, path)).toBe(matches);
  });
});
