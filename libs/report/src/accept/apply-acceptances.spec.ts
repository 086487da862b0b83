import fc from 'fast-check';
import type { Finding } from '../outcome';
import { anyFinding } from '../testing/any-outcome';
import { makeFinding } from '../testing/sample-outcome';
import type { Acceptance } from './acceptance';
import { applyAcceptances } from './apply-acceptances';

const day = '2026-11-22';
const lodash = makeFinding();
const node = makeFinding({
  code: 'eol',
  id: 'nodejs@18',
  aliases: [],
  component: { kind: 'image', name: 'node', version: '18', image: 'node:18', product: 'nodejs', cycle: '18' },
});

function makeAcceptance(parts: Partial<Acceptance> = {}): Acceptance {
  return {
    id: 'CVE-2021-23337',
    aliases: [],
    product: null,
    packages: null,
    path: null,
    until: '2026-12-31',
    reason: 'because',
    from: { kind: 'entry', file: 'stackcheck.toml', line: 7 },
    ...parts,
  };
}

const ofVex = (parts: Partial<Acceptance>) =>
  makeAcceptance({ until: null, from: { kind: 'vex', file: 'v.json' }, ...parts });

describe('an acceptance', () => {
  it.each<[string, Partial<Acceptance>, Finding]>([
    ['by id', {}, lodash],
    ['by another id of the same, in other letters', { id: 'ghsa-35JH-r3h4-6jhm' }, lodash],
    ['by an alias of a VEX statement', { id: 'X-1', aliases: ['CVE-2021-23337'] }, lodash],
    ['by package without version', { packages: ['pkg:npm/lodash'] }, lodash],
    ['by package with this version', { packages: ['pkg:npm/other', 'pkg:npm/lodash@4.17.15'] }, lodash],
    ['by path', { path: '*.json' }, lodash],
    ['on its last day', { until: day }, lodash],
    ['by product', { id: null, product: 'nodejs' }, node],
    ['by release cycle', { id: null, product: 'nodejs@18' }, node],
    ['by the id of an end of life', { id: 'nodejs@18' }, node],
  ])('%s takes the finding out', (_what, parts, finding) => {
    const { counting, accepted, notices } = applyAcceptances([finding], [makeAcceptance(parts)], day);

    expect(counting).toEqual([]);
    expect(accepted).toEqual([{ finding, until: parts.until ?? '2026-12-31', reason: 'because' }]);
    expect(notices).toEqual([]);
  });

  it.each<[string, Partial<Acceptance>, Finding, string]>([
    [
      'of another id',
      { id: 'CVE-1' },
      lodash,
      'stackcheck.toml line 7: the acceptance of CVE-1 matches nothing: take it out',
    ],
    [
      'of another version',
      { packages: ['pkg:npm/lodash@4.17.16'] },
      lodash,
      'stackcheck.toml line 7: the acceptance of CVE-2021-23337 in pkg:npm/lodash@4.17.16 matches nothing: take it out',
    ],
    [
      'of another package',
      { packages: ['pkg:npm/lodash-es'] },
      lodash,
      'stackcheck.toml line 7: the acceptance of CVE-2021-23337 in pkg:npm/lodash-es matches nothing: take it out',
    ],
    [
      'elsewhere',
      { path: 'web/*' },
      lodash,
      'stackcheck.toml line 7: the acceptance of CVE-2021-23337 matches nothing: take it out',
    ],
    [
      'of another cycle',
      { id: null, product: 'nodejs@20' },
      node,
      'stackcheck.toml line 7: the acceptance of nodejs@20 matches nothing: take it out',
    ],
    [
      'that expired',
      { until: '2026-11-21' },
      lodash,
      'stackcheck.toml line 7: the acceptance of CVE-2021-23337 expired on 2026-11-21, so it counts again: mend it or accept it until a later day',
    ],
    [
      'that expired and is not needed',
      { until: '2026-11-21' },
      node,
      'stackcheck.toml line 7: the acceptance of CVE-2021-23337 expired on 2026-11-21 and nothing needs it: take it out',
    ],
  ])('%s leaves the finding, and is reported', (_what, parts, finding, notice) => {
    const { counting, accepted, notices } = applyAcceptances([finding], [makeAcceptance(parts)], day);

    expect([counting, accepted, notices]).toEqual([[finding], [], [notice]]);
  });

  it('that expired is not needed where another one holds', () => {
    const old = makeAcceptance({ until: '2026-01-01' });

    const { counting, notices } = applyAcceptances([lodash], [old, makeAcceptance()], day);

    expect(counting).toEqual([]);
    expect(notices).toEqual([expect.stringContaining('nothing needs it')]);
  });

  it('of one place leaves the others', () => {
    const [here, there] = [{ path: 'web/a.lock', line: 1 }, { path: 'b.lock' }];

    const { counting, accepted } = applyAcceptances(
      [{ ...lodash, places: [here, there] }],
      [makeAcceptance({ path: 'web/**' })],
      day,
    );

    expect(counting.map(({ places }) => places)).toEqual([[there]]);
    expect(accepted.map(({ finding }) => finding.places)).toEqual([[here]]);
  });

  it('of one vulnerability never hides another one of the same finding', () => {
    const others = [{ id: 'CVE-2020-8203', aliases: ['GHSA-p'], severity: 'high' as const }];
    const both = { ...lodash, others };

    const { counting, notices } = applyAcceptances([both], [makeAcceptance()], day);
    expect(counting).toEqual([both]);
    expect(notices).toEqual(['lodash 4.17.15 still counts: 1 of its 2 vulnerabilities is accepted']);

    const later = makeAcceptance({ id: 'ghsa-p', until: '2026-12-01', reason: 'too' });
    const { accepted } = applyAcceptances([both], [makeAcceptance(), later], day);
    expect(accepted).toEqual([{ finding: both, until: '2026-12-01', reason: 'because; too' }]);
  });

  it('of a part of many findings is said of ten, and the rest is counted', () => {
    const others = [{ id: 'CVE-2020-8203', aliases: [], severity: null }];
    const many = Array.from({ length: 13 }, () => makeFinding({ others }));

    const { counting, notices } = applyAcceptances(many, [makeAcceptance()], day);

    expect([counting.length, notices.length]).toEqual([13, 11]);
    expect(notices.at(-1)).toBe('3 more findings are accepted in part and still count');
  });

  it('of VEX hands its assessment on, and those that matched nothing are counted', () => {
    const assessment = { state: 'not_affected', because: 'code_not_present' } as const;
    const statements = [
      ofVex({ packages: ['pkg:npm/lodash'], assessment }),
      ofVex({ packages: [] }),
      ofVex({ packages: ['pkg:npm/x'] }),
    ];

    const { accepted, notices } = applyAcceptances([lodash], statements, day);

    expect(accepted).toEqual([{ finding: lodash, until: null, reason: 'because', assessment }]);
    expect(notices).toEqual(['v.json: 2 of 3 statements matched nothing']);
  });

  it('loses no finding and no place', () => {
    const anyAcceptance = fc.record({
      id: fc.constantFrom('CVE-1', '<script>alert(1)</script>'),
      path: fc.constantFrom(null, '*e*', '**'),
    });
    fc.assert(
      fc.property(
        fc.array(anyFinding, { maxLength: 5 }),
        fc.array(anyAcceptance, { maxLength: 3 }),
        (findings, parts) => {
          const { counting, accepted } = applyAcceptances(findings, parts.map(makeAcceptance), day);

          const placesOf = (list: readonly Finding[]) =>
            list.flatMap(({ places, text }) => places.map((place) => JSON.stringify([text, place]))).sort();
          expect(placesOf([...counting, ...accepted.map(({ finding }) => finding)])).toEqual(placesOf(findings));
        },
      ),
    );
  });
});
