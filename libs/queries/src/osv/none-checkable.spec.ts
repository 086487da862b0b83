import { whyNoneCheckable } from './none-checkable';

const BINARY = 'pkg:deb/debian/libssl3@3.0.2';

/** @param covers whether all advisories of the ecosystem are at hand */
function why(covers: boolean, isListed: boolean): string {
  const index = { covers: () => covers, isListed: () => isListed };
  const manifest = { dataset: 'osv', starter: false } as const;
  return whyNoneCheckable('purls', [{ purl: BINARY, reason: 'no_data' }], { manifest, index });
}

it.each([
  ['whose ecosystem is not covered', false, false],
  ['that is listed', true, true],
])('no other question is proposed for a package %s', (_what, covers, isListed) => {
  expect(why(covers, isListed)).toBe('none of the purls can be checked: purls[0] has no data here (no_data)');
});

it('a package that may be a binary one is to be asked about by its source', () => {
  expect(why(true, false)).toMatch(
    /\(no_data; advisories of Debian name source packages, and libssl3 may be a binary one: /,
  );
});
