import { readPackage } from '@stackcheck/osv-core';
import * as fc from 'fast-check';

import { packageUrl, type PackageType } from './purl';

describe('packageUrl', () => {
  it.each<[PackageType, string, string, string | undefined]>([
    ['npm', 'left-pad', '1.3.0', 'pkg:npm/left-pad@1.3.0'],
    ['npm', '@babel/core', '7.0.0-beta.44', 'pkg:npm/%40babel/core@7.0.0-beta.44'],
    ['npm', 'JSONStream', '1.3.5', 'pkg:npm/JSONStream@1.3.5'],
    ['npm', 'domino', '2.1.6+git', 'pkg:npm/domino@2.1.6%2Bgit'],
    ['pypi', 'Zope.Interface__x', '1!2.0', 'pkg:pypi/zope-interface-x@1%212.0'],
    ['golang', 'github.com/BurntSushi/toml', 'v1.6.0', 'pkg:golang/github.com/BurntSushi/toml@v1.6.0'],
    ['golang', 'example.org', 'v1.0.0+incompatible', 'pkg:golang/example.org@v1.0.0%2Bincompatible'],
    ['maven', 'org.foo:Bar', '1.0.Final', 'pkg:maven/org.foo/Bar@1.0.Final'],
    ['composer', 'Amphp/Amp', 'v2.4.4', 'pkg:composer/amphp/amp@v2.4.4'],
    ['hex', 'Jason', '1.4.0', 'pkg:hex/jason@1.4.0'],
    ['pub', 'Flutter-x', '1.0.0', 'pkg:pub/flutter-x@1.0.0'],
    ['swift', 'github.com/Apple/swift-nio', '2.0.0', 'pkg:swift/github.com/Apple/swift-nio@2.0.0'],
    ['pub', '0.5', '1.0.0', undefined],
    ['swift', 'github.com/apple', '2.0.0', undefined],
    ['maven', 'bar', '1.0', undefined],
    ['composer', 'amp', '1', undefined],
    ['npm', 'a/b/c', '1', undefined],
    ['npm', '@a/', '1', undefined],
    ['npm', '', '1', undefined],
    ['npm', 'a', '', undefined],
    ['npm', 'a b', '1', undefined],
    ['npm', 'a', '1\n', undefined],
    ['npm', '\ud800', '1', undefined],
    ['npm', 'a'.repeat(600), '1', undefined],
  ])('%s %s %s', (type, name, version, purl) => {
    expect(packageUrl(type, name, version)).toBe(purl);
  });

  it('makes purls that are read as the same name and version', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });

    fc.assert(
      fc.property(text, text, (name, version) => {
        const purl = packageUrl('gem', name, version);
        if (purl === undefined) return;
        const read = readPackage(purl);

        expect(read).toMatchObject(read.ok ? { name, version } : { reason: 'invalid_version' });
      }),
      { numRuns: 300 },
    );
  });
});
