import type { Ecosystem } from '../ecosystem/ecosystem-name';
import { prepare } from '../evaluate/evaluate';
import type { PackageAdvisory } from '../evaluate/package-advisory';
import { testAdvisory } from '../testing/advisory-source';
import type { AffectedSpec } from '../advisory/advisory';
import { checkPurls } from './check-purls';

const COMMIT = '4876518f9e71663000c348837735820161a42df7';

/** Advisories of one package: one of any version before 2.0, and those that list some. */
function sourceOf(ecosystem: Ecosystem, specs: readonly AffectedSpec[], withdrawn: string | null = null) {
  const advisories: readonly PackageAdvisory[] = specs.map((spec, at) => ({
    ...testAdvisory(`GHSA-${at}`, { withdrawn }),
    specs: prepare([spec], ecosystem),
  }));
  return { covers: () => true, advisoriesOf: () => advisories };
}

const listing = (...versions: readonly string[]): AffectedSpec => ({ suffix: null, ranges: [], versions });
const BELOW_2: AffectedSpec = {
  suffix: null,
  ranges: [
    [
      ['i', '0'],
      ['f', '2.0'],
    ],
  ],
  versions: [],
};

describe('a version whose order says nothing', () => {
  const repository = sourceOf('GIT', [listing('curl-8_0_1', 'v1.0', 'AC-STABLE', '0.14.x'), listing('v1.0')]);
  const python = sourceOf('PyPI', [BELOW_2, listing('0.9-doduo')]);

  it.each([
    ['github/curl/curl@curl-8_0_1', 'vulnerable', 1],
    ['github/curl/curl@1.0', 'vulnerable', 2],
    ['github/curl/curl@AC-STABLE', 'vulnerable', 1],
    ['github/curl/curl@0.14.x', 'vulnerable', 1],
    ['github/curl/curl@curl-8_0_2', 'no_data'],
    ['github/curl/curl@v2', 'no_data'],
    ['github/curl/curl@1.x', 'no_data'],
    ['github/curl/curl@master', 'invalid_version'],
    ['github/curl/curl@HEAD', 'invalid_version'],
    ['github/curl/curl@latest', 'invalid_version'],
    ['github/curl/curl@ac-stable', 'invalid_version'],
    [`github/curl/curl@${COMMIT}`, 'invalid_version'],
    ['github/curl/curl@4876518', 'no_data'],
    ['github/curl/curl@4876518f', 'invalid_version'],
  ])('pkg:%s is %s', (rest, expected, count = 0) => {
    const { clean, unlisted, results } = checkPurls(repository, [`pkg:${rest}`]);

    expect([clean, unlisted]).toEqual([0, 0]);
    expect(results).toMatchObject([
      count === 0
        ? { checked: false, reason: expected }
        : { checked: true, vulnerable: true, vulnerability_count: count, minimum_safe: null },
    ]);
  });

  it.each([
    ['0.9-doduo', 'vulnerable'],
    ['0.9-eevee', 'invalid_version'],
    ['4.2.x', 'invalid_version'],
    ['63d076f5c1a2b3c4d5e6f', 'invalid_version'],
    ['1.0', 'vulnerable'],
    ['2.0', 'clean'],
  ])('pkg:pypi/a@%s is %s', (version, expected) => {
    const { clean, results } = checkPurls(python, [`pkg:pypi/a@${version}`]);
    const [result] = results;

    expect(clean).toBe(expected === 'clean' ? 1 : 0);
    if (result?.checked === true) expect(result.vulnerable).toBe(expected === 'vulnerable');
    else expect(result?.reason).toBe(expected);
  });

  it.each([
    ['npm/ua-parser-js@0.7', 'npm', 'invalid_version'],
    ['npm/ua-parser-js@0.7.28', 'npm', 'clean'],
    ['npm/ua-parser-js@0.7.29', 'npm', 'malware'],
    ['npm/ua-parser-js@0.8', 'npm', 'malware'],
    ['npm/ua-parser-js@5', 'npm', 'invalid_version'],
    ['npm/ua-parser-js@2.4', 'npm', 'clean'],
    ['cargo/a@0.7', 'crates.io', 'invalid_version'],
    ['hex/a@0.7', 'Hex', 'invalid_version'],
    ['pub/a@0.7', 'Pub', 'invalid_version'],
    ['golang/example.org/a@v0.7', 'Go', 'invalid_version'],
    ['golang/stdlib@go0.7', 'Go', 'clean'],
    ['gem/a@0.7', 'RubyGems', 'clean'],
  ] as const)(
    'of two numbers where releases have three is a range: pkg:%s of %s is %s',
    (rest, ecosystem, expected) => {
      const malware: AffectedSpec = {
        ...listing('0.7.29', '0.8', '1.0.0'),
        ranges: [
          [
            ['i', '2.0'],
            ['f', '2.4'],
          ],
        ],
      };
      const [spec] = prepare([malware], ecosystem);
      const source = { covers: () => true, advisoriesOf: () => [{ ...testAdvisory('MAL-1'), specs: [spec!] }] };

      const [result] = checkPurls(source, [`pkg:${rest}`]).results;

      expect(result?.checked === true ? (result.malware ? 'malware' : 'clean') : result?.reason).toBe(expected);
    },
  );

  it.each(['npm/a@1', 'npm/a@1.0', 'cargo/a@7'])('is malware in whatever version is meant: pkg:%s', (rest) => {
    const source = { covers: () => true, advisoriesOf: () => [testAdvisory('MAL-1')] };

    expect(checkPurls(source, [`pkg:${rest}`]).results).toMatchObject([{ malware: true, action: 'remove' }]);
  });

  it('is not known by advisories that were withdrawn, nor of a package that none names', () => {
    const withdrawn = sourceOf('GIT', [listing('AC-STABLE', 'v1')], '2024-01-01T00:00:00Z');
    const none = sourceOf('GIT', []);
    const purls = ['pkg:github/a/b@AC-STABLE', 'pkg:github/a/b@v1'];
    const reasons = (source: typeof none) =>
      checkPurls(source, purls).results.map((result) => (result.checked ? result.action : result.reason));

    expect(reasons(withdrawn)).toEqual(['invalid_version', 'no_data']);
    expect(reasons(none)).toEqual(['invalid_version', 'no_data']);
  });

  it('is clean under no severity asked for', () => {
    expect(checkPurls(repository, ['pkg:github/a/b@v2'], { minSeverity: 'critical' })).toMatchObject({
      clean: 0,
      unresolved_count: 1,
    });
  });
});
