import type { PackageAdvisory } from '../evaluate/package-advisory';
import { testAdvisory as advisory, testSource as sourceOf } from '../testing/advisory-source';
import type { RangeEvent, Severity } from '../advisory/advisory';
import type { AdvisorySource } from './advisory-source';
import { checkPurls, checkPurlsInSteps } from './check-purls';
import type { CheckedPurl } from './check-result';
import { VULNERABILITIES_SHOWN_MAX } from './judged-package';

const rated = (severity: Severity, score: number | null = null) => ({ rating: { severity, score, vector: null } });

const checkOne = (advisories: readonly PackageAdvisory[], options = {}) =>
  checkPurls(sourceOf({ a: advisories }), ['pkg:npm/a@1.0.0'], options).results[0] as CheckedPurl<unknown>;

describe('checkPurls', () => {
  it('keeps the order, counts each purl once and never calls an unreadable one clean', () => {
    const source = sourceOf({ bad: [advisory('GHSA-1')], evil: [advisory('MAL-1')] });
    const purls = [
      'pkg:npm/bad@1.0.0',
      'no purl',
      'pkg:npm/unheard-of@1.0.0',
      'pkg:npm/evil@1.0.0',
      'pkg:docker/nginx@1',
      'pkg:npm/bad',
      'pkg:npm/bad@latest',
      'pkg:pypi/requests@2.0',
    ];

    const report = checkPurls(source, purls);

    expect(report).toMatchObject({
      count: 8,
      vulnerable: 2,
      clean: 0,
      unlisted: 1,
      malware: 1,
      unresolved_count: 5,
    });
    expect(report.results.map(({ index, purl }) => [index, purl])).toEqual(purls.map((purl, index) => [index, purl]));
    expect(report.unresolved.map(({ index, reason }) => [index, reason])).toEqual([
      [1, 'invalid_purl'],
      [4, 'unsupported_type'],
      [5, 'no_version'],
      [6, 'invalid_version'],
      [7, 'no_data'],
    ]);
    expect(report.unresolved.every((entry) => !('vulnerable' in entry))).toBe(true);
  });

  it('distinguishes a package that no advisory names from one whose version is not affected', () => {
    const source = sourceOf({
      known: [
        advisory('GHSA-1', {}, [
          ['i', '0'],
          ['f', '0.9.0'],
        ]),
      ],
    });

    expect(checkPurls(source, ['pkg:npm/known@1.0.0', 'pkg:npm/unknown@1.0.0']).results).toMatchObject([
      { checked: true, vulnerable: false, known_package: true, minimum_safe: '1.0.0' },
      { checked: true, vulnerable: false, known_package: false, minimum_safe: null },
    ]);
    expect(checkPurls(source, ['pkg:npm/known@1.0.0', 'pkg:npm/unknown@1.0.0'])).toMatchObject({
      clean: 1,
      unlisted: 1,
    });
  });

  it('names listed packages that an unlisted one may have been meant to be, five at most', () => {
    const asked: unknown[] = [];
    const source: AdvisorySource = {
      ...sourceOf({ lodash: [advisory('GHSA-1')] }),
      similarTo: (...question) => {
        asked.push(question);
        return ['lodash', 'b', 'c', 'd', 'e', 'f'];
      },
    };

    expect(
      checkPurls(source, ['pkg:npm/lodahs@1.0.0', 'pkg:npm/lodash@1.0.0', 'pkg:pypi/lodahs@1']).results,
    ).toMatchObject([
      { checked: true, known_package: false, similar: ['lodash', 'b', 'c', 'd', 'e'] },
      { checked: true, known_package: true, similar: [] },
      { checked: false, reason: 'no_data', similar: ['lodash', 'b', 'c', 'd', 'e'] },
    ]);
    // Ordered by what holds them, not as they were sent.
    expect(asked).toEqual([
      ['PyPI', ['lodahs']],
      ['npm', ['lodahs']],
    ]);
  });

  it('checks a package that the data knows even where it does not cover the ecosystem', () => {
    const source: AdvisorySource = { ...sourceOf({ a: [advisory('GHSA-1')] }), covers: () => false };

    expect(checkPurls(source, ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0']).results).toMatchObject([
      { checked: true, vulnerable: true, complete: false },
      { checked: false, reason: 'no_data' },
    ]);
  });

  it('calls nothing clean and no version safe where it does not have all advisories', () => {
    const range: readonly RangeEvent[] = [
      ['i', '0'],
      ['f', '2.0.0'],
    ];
    const a = [advisory('GHSA-1', rated('low', 2), range)];
    const whole = sourceOf({ a });
    const selection: AdvisorySource = { ...whole, covers: () => false };
    const purls = ['pkg:npm/a@1.0.0', 'pkg:npm/a@99.0.0'];

    expect(checkPurls(whole, purls)).toMatchObject({
      clean: 1,
      results: [{ complete: true, minimum_safe: '2.0.0' }, { minimum_safe: '99.0.0' }],
    });
    expect(checkPurls(selection, purls)).toMatchObject({
      clean: 0,
      unresolved_count: 1,
      results: [
        { checked: true, vulnerable: true, complete: false, minimum_safe: null },
        { checked: false, reason: 'no_data' },
      ],
    });
    expect(checkPurls(selection, purls, { minSeverity: 'high' })).toMatchObject({ clean: 0, unresolved_count: 2 });
  });

  it('sorts malware, known exploited ones, then from the worst, withdrawn ones last', () => {
    const { vulnerabilities, vulnerability_count: count } = checkOne(
      [
        advisory('GHSA-low', rated('low', 2)),
        advisory('GHSA-gone', { ...rated('critical', 10), withdrawn: '2024-02-01T00:00:00Z' }),
        advisory('GHSA-exploited', { ...rated('medium', 5), aliases: ['CVE-2024-7'] }),
        advisory('GHSA-b', rated('critical', 9.8)),
        advisory('GHSA-a', rated('critical', 9.8)),
        advisory('MAL-1', rated('critical')),
      ],
      { includeWithdrawn: true, kevOf: (ids: readonly string[]) => (ids.includes('CVE-2024-7') ? 'listed' : null) },
    );

    expect(vulnerabilities.map(({ id, kev }) => [id, kev])).toEqual([
      ['MAL-1', null],
      ['GHSA-exploited', 'listed'],
      ['GHSA-a', null],
      ['GHSA-b', null],
      ['GHSA-low', null],
      ['GHSA-gone', null],
    ]);
    expect(count).toBe(5);
  });

  it('does not count a withdrawn advisory, shown or not', () => {
    const gone = advisory('GHSA-1', { withdrawn: '2024-02-01T00:00:00Z' });

    expect(checkOne([gone])).toMatchObject({ vulnerable: false, vulnerability_count: 0, vulnerabilities: [] });
    expect(checkOne([gone], { includeWithdrawn: true })).toMatchObject({
      vulnerable: false,
      vulnerability_count: 0,
      severity: null,
      vulnerabilities: [{ id: 'GHSA-1', withdrawn: '2024-02-01T00:00:00Z' }],
    });
  });

  it.each<[Severity, readonly string[], number]>([
    ['low', ['GHSA-h', 'GHSA-l', 'GHSA-u'], 0],
    ['medium', ['GHSA-h', 'GHSA-u'], 1],
    ['critical', ['GHSA-u'], 2],
  ])('leaves out what is rated below %s, never what is not rated', (minSeverity, ids, below) => {
    const advisories = [advisory('GHSA-h', rated('high')), advisory('GHSA-l', rated('low')), advisory('GHSA-u')];

    const result = checkOne(advisories, { minSeverity });

    expect(result.vulnerabilities.map(({ id }) => id)).toEqual(ids);
    expect(result).toMatchObject({ vulnerability_count: ids.length, below_min_severity: below });
  });

  it('takes the worst level of what counts', () => {
    expect(checkOne([advisory('GHSA-1', rated('medium')), advisory('GHSA-2', rated('high'))]).severity).toBe('high');
    expect(checkOne([advisory('GHSA-1')]).severity).toBeNull();
  });

  it('shows a hundred of many and says how many there are', () => {
    const many = Array.from({ length: VULNERABILITIES_SHOWN_MAX + 7 }, (_, n) => advisory(`GHSA-${n}`));

    const all = checkOne(many);
    const exactly = checkOne(many.slice(0, VULNERABILITIES_SHOWN_MAX));

    expect([all.vulnerabilities.length, all.vulnerability_count, all.truncated]).toEqual([100, 107, true]);
    expect(exactly.truncated).toBe(false);
    expect(checkOne(many, { shownMax: Infinity })).toMatchObject({ vulnerability_count: 107, truncated: false });
    expect(checkOne(many, { shownMax: Infinity }).vulnerabilities).toHaveLength(107);
  });

  it('reads a package once for all its versions, in the steps of its source, and keeps the order', () => {
    const asked: string[] = [];
    const packages: Readonly<Record<string, readonly PackageAdvisory[]>> = {
      a: [
        advisory('GHSA-1', {}, [
          ['i', '0'],
          ['f', '2.0.0'],
        ]),
      ],
      b: [advisory('GHSA-2')],
    };
    const source: AdvisorySource = {
      ...sourceOf(packages),
      *advisoriesIn(_ecosystem, names) {
        asked.push(...names);
        for (let step = 0; step < 7; step += 1) yield;
        return packages[names[0]!] ?? [];
      },
    };
    const purls = ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0', 'x', 'pkg:npm/a@2.0.0', 'pkg:npm/b@2.0.0'];

    const steps = checkPurlsInSteps(source, purls);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;

    expect(asked).toEqual(['a', 'b']);
    expect(count).toBe(2 * 7 + 4);
    expect(step.value).toEqual(checkPurls(sourceOf(packages), purls));
    expect(step.value.results.map(({ index, purl }) => [index, purl])).toEqual(purls.map((purl, at) => [at, purl]));
  });
});

describe('the probability of exploitation', () => {
  const ids = Array.from({ length: 5 }, (_, n) => `CVE-2026-000${n}`);
  const source = sourceOf({ a: ids.map((id) => advisory(id)) });

  it('stands at the end of a vulnerability, and is asked for those that are shown alone', () => {
    const asked: (readonly string[])[] = [];
    const epssOf = (of: readonly string[]) => {
      asked.push(of);
      return of[0]!.endsWith('0') ? 'likely' : null;
    };

    const { results } = checkPurls<never, string>(source, ['pkg:npm/a@1.0.0'], { epssOf, shownMax: 2 });

    const [first] = results as readonly CheckedPurl<never, string>[];
    expect(first!.vulnerabilities.map((found) => [Object.keys(found).at(-1), found.epss])).toEqual([
      ['epss', 'likely'],
      ['epss', null],
    ]);
    expect(asked).toEqual(ids.slice(0, 2).map((id) => [id]));
  });

  it('is not spoken of where nobody asks', () => {
    const without = checkPurls(source, ['pkg:npm/a@1.0.0']);
    const withNone = checkPurls(source, ['pkg:npm/a@1.0.0'], { epssOf: () => null });

    expect(JSON.stringify(without)).not.toContain('epss');
    expect(JSON.stringify(withNone).replaceAll(',"epss":null', '')).toBe(JSON.stringify(without));
  });
});
