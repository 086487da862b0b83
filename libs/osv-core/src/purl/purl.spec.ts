import * as fc from 'fast-check';
import { readPurl } from './purl';

const segment = fc.oneof(
  fc.stringMatching(/^[\w.~-]{1,6}$/),
  fc.string({ unit: fc.constantFrom('a', 'B', '_', '.', '-', '+', '%40', '%2F', '@', '/'), maxLength: 4 }),
);

/** Of the kinds that are read at once, and of some that are not. */
const purl = fc
  .tuple(
    fc.constantFrom(...'cargo composer gem golang hex maven npm nuget pypi pub conan swift deb oci Npm'.split(' ')),
    fc.array(fc.tuple(fc.constantFrom('', '', '%40'), segment), { maxLength: 2 }),
    segment,
    segment,
  )
  .map(
    ([type, path, name, version]) => `pkg:${[type, ...path.map((part) => part.join('')), name].join('/')}@${version}`,
  );

describe('readPurl', () => {
  it('reads a plain package URL as it does with an empty query, which takes the long way', () => {
    fc.assert(
      fc.property(purl, (text) => {
        expect(readPurl(text)).toEqual(readPurl(`${text}?`));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['pkg:npm/%40Babel/Core@7.0.0', 'pkg:npm/%40babel/core@7.0.0'],
    ['pkg:pypi/Zope_Interface@5', 'pkg:pypi/zope-interface@5'],
    ['pkg:golang/github.com/BurntSushi/toml@v1.0.0+incompatible', undefined],
    ['pkg:maven/a@1', null],
  ])('%s', (text, expected) => {
    expect(readPurl(text)?.text ?? null).toBe(expected === undefined ? text : expected);
  });
});
