import { readPackage } from '../purl/read-package';
import { prepare } from '../evaluate/evaluate';
import { testAdvisory } from '../testing/advisory-source';
import type { AffectedSpec } from '../advisory/advisory';
import { checkPurls } from './check-purls';

/** Advisories of curl: below 8 in Debian 12, listed as a tag of its repository; and of nothing else. */
function advisoriesOf(ecosystem: 'Debian' | 'GIT' | string) {
  const range: AffectedSpec['ranges'] = [
    [
      ['i', '0'],
      ['f', '8.0-1'],
    ],
  ];
  const spec: AffectedSpec =
    ecosystem === 'GIT'
      ? { suffix: null, ranges: [], versions: ['curl-7_0_0'] }
      : { suffix: '12', ranges: range, versions: [] };
  return [{ ...testAdvisory('CVE-1'), specs: prepare([spec], ecosystem === 'GIT' ? 'GIT' : 'Debian') }];
}

const source = {
  covers: () => true,
  advisoriesOf: (ecosystem: string, names: readonly string[]) =>
    names.some((name) => /(?:^|\/)curl$/.test(name)) ? advisoriesOf(ecosystem) : [],
};

describe('what no advisory affects is clean or unlisted only where advisories would say otherwise', () => {
  it.each([
    ['deb/debian/curl@7.9-1?distro=debian-12', 'vulnerable'],
    ['deb/debian/curl@9.0-1?distro=debian-12', 'clean'],
    ['deb/debian/curl@9.0-1', 'clean'],
    ['deb/debian/curl@7.9-1?distro=debian-99', /in release 99 of Debian/],
    ['deb/debian/curl@7.9-1?distro=kali-2024.1', /in release 2024\.1 of Debian/],
    ['deb/debian/curl@7.9-1?distro=sid', 'vulnerable'],
    ['deb/debian/libcurl4@9.0-1?distro=debian-12', /libcurl4 may be a binary one: .* qualifier upstream/],
    ['deb/debian/libcurl4@9.0-1?distro=debian-12&upstream=curl', 'clean'],
    ['deb/debian/libcurl4@9.0-1?upstream=zlib', 'unlisted'],
    ['deb/debian/zlib@1.3-1?arch=source', 'unlisted'],
    ['apk/alpine/libcurl@8.0-r0', /Advisories of Alpine name source packages/],
    ['rpm/rocky-linux/libcurl@8.0-1.el9', /Advisories of Rocky Linux name source packages/],
    ['rpm/rocky-linux/libcurl@8.0-1.el9?upstream=zlib-8.0-1.el9.src.rpm', 'unlisted'],
    ['rpm/redhat/libcurl@8.0-1.el9', 'unlisted'],
    ['npm/libcurl@8.0.0', 'unlisted'],
    ['github/a/b@v1', /ask about the package that is made of it/],
    ['github/curl/curl@v1', /No advisory lists the tag v1 of github\.com\/curl\/curl/],
    ['github/curl/curl@curl-7_0_0', 'vulnerable'],
    ['generic/openssl@1.1.1', /no project of OSS-Fuzz is called openssl/],
  ])('pkg:%s: %s', (rest, expected) => {
    const { clean, unlisted, vulnerable, results } = checkPurls(source, [`pkg:${rest}`]);
    const [result] = results;

    if (result?.checked === false) {
      expect({ reason: result.reason, advice: result.advice }).toEqual({
        reason: 'no_data',
        advice: expect.stringMatching(expected as RegExp),
      });
      expect([clean, unlisted, vulnerable]).toEqual([0, 0, 0]);
    } else expect({ clean, unlisted, vulnerable }).toMatchObject({ [expected as string]: 1 });
  });

  it('is not looked into where not all advisories are at hand', () => {
    const [result] = checkPurls({ ...source, covers: () => false }, ['pkg:deb/debian/libcurl4@1.0']).results;

    expect(result).toEqual({ index: 0, purl: 'pkg:deb/debian/libcurl4@1.0', checked: false, reason: 'no_data' });
  });
});

it('a purl that says what its source package is, is not in doubt', () => {
  const read = (text: string) => {
    const query = readPackage(`pkg:${text}`);
    return query.ok && query.mayBeBinary === true;
  };

  expect(
    ['deb/debian/a@1', 'deb/debian/a@1?upstream=b', 'deb/ubuntu/a@1?arch=source', 'apk/wolfi/a@1', 'npm/a@1.0.0'].map(
      read,
    ),
  ).toEqual([true, false, false, true, false]);
});
