import { remedyOf, textWithoutSafe, type Remediable } from './remedy';

type Found = Remediable['vulnerabilities'][number];

const flaw = (id: string, parts: Partial<Found> = {}): Found => ({
  ...{ id, kind: 'vulnerability', fixed: null, imports: null, withdrawn: null, distro_unknown: false },
  ...parts,
});

const MODULE = 'golang.org/x/crypto';
const openpgp = flaw('GO-2026-5932', { imports: [`${MODULE}/openpgp`, `${MODULE}/openpgp/s2k`] });

function judged(parts: Partial<Remediable>): Remediable {
  const { vulnerabilities = [flaw('GHSA-a', { fixed: '2.0' })] } = parts;
  return {
    ...{ ecosystem: 'Go', version: '0.1.0' },
    ...{ name: MODULE, known_package: true, similar: [], complete: true, vulnerable: true, malware: false },
    ...{ vulnerability_count: vulnerabilities.length, below_min_severity: 0, minimum_safe: null, best: null },
    vulnerabilities,
    ...parts,
  };
}
const best = (clears: number, remains: readonly string[], adds: readonly string[] = []) => ({
  ...{ version: '0.45.0', clears_count: clears, remains_count: remains.length, clears: [], remains, adds },
});

describe('what to do about a package', () => {
  it.each<[string, Partial<Remediable>, string, string | null]>([
    ['nothing stands against it', { vulnerable: false, vulnerabilities: [] }, 'none', null],
    ['all is fixed', { minimum_safe: '2.0' }, 'upgrade', 'Upgrade to 2.0: nothing is known against it.'],
    [
      'a pre-release alone is known to fix it',
      { minimum_safe: '2.0.0-rc.1' },
      'upgrade',
      'Upgrade to 2.0.0-rc.1: nothing is known against it. It is a pre-release: take a release that follows it, where one is out.',
    ],
    [
      'one has no fix',
      { best: best(12, ['GO-2026-5932']), vulnerability_count: 13, vulnerabilities: [flaw('GO-1'), openpgp] },
      'upgrade_partly',
      'Move to 0.45.0: it fixes 12 of 13; GO-2026-5932 has no fix and concerns only the package openpgp.',
    ],
    [
      'two have none',
      {
        best: best(1, ['A', 'B']),
        vulnerability_count: 2,
        below_min_severity: 1,
        vulnerabilities: [flaw('A'), flaw('B')],
      },
      'upgrade_partly',
      'Move to 0.45.0: it fixes 1 of 3; A has no fix; B has no fix.',
    ],
    [
      'what remains has a fix in another branch',
      { best: best(2, ['A']), vulnerability_count: 3, vulnerabilities: [flaw('A', { fixed: '9' })] },
      'upgrade_partly',
      'Move to 0.45.0: it fixes 2 of 3; A remains.',
    ],
    [
      'many remain',
      { best: best(2, ['A', 'B', 'C', 'D']), vulnerability_count: 6, vulnerabilities: [flaw('A')] },
      'upgrade_partly',
      'Move to 0.45.0: it fixes 2 of 6; A, B and 2 more remain.',
    ],
    [
      'something is new there',
      { best: best(3, ['A', 'N'], ['N']), vulnerability_count: 4, vulnerabilities: [flaw('A')] },
      'upgrade_partly',
      'Move to 0.45.0: it fixes 3 of 4; A has no fix; N is new there.',
    ],
    [
      'the only one has no fix',
      { vulnerabilities: [openpgp] },
      'no_fix',
      'No version is known that fixes GO-2026-5932, which concerns only the package openpgp.',
    ],
    [
      'none of them has',
      { vulnerabilities: [flaw('A'), flaw('B')] },
      'no_fix',
      'No version is known that fixes any of the 2.',
    ],
    [
      'it depends on the release',
      { minimum_safe: '2.0', vulnerabilities: [flaw('DSA-1', { distro_unknown: true })] },
      'upgrade',
      'Upgrade to 2.0: nothing is known against it. Name the release in the qualifier distro: what applies depends on it.',
    ],
    [
      'it is malware',
      { malware: true, vulnerabilities: [flaw('MAL-1', { kind: 'malware' }), flaw('A')] },
      'remove',
      'Remove it: it is reported as malware (MAL-1).',
    ],
    [
      'only a selection is at hand',
      { complete: false },
      'unknown',
      'Only a selection of the advisories is loaded, so no version can be called safe.',
    ],
    [
      'no advisory names it',
      { known_package: false, name: 'lodahs', similar: ['lodash'], vulnerable: false, vulnerabilities: [] },
      'check_name',
      'No advisory names lodahs: did you mean lodash?',
    ],
    [
      'nor a name like it',
      { known_package: false, name: 'acme-internal', vulnerable: false, vulnerabilities: [] },
      'check_name',
      'No advisory names acme-internal: make sure that it exists.',
    ],
  ])('%s', (_what, parts, action, advice) => {
    expect(remedyOf(judged(parts))).toEqual({ action, advice });
  });

  it('is said at the end of another sentence, too', () => {
    const parts = { best: best(12, ['GO-2026-5932']), vulnerability_count: 13, vulnerabilities: [openpgp] };

    expect(textWithoutSafe(judged(parts))).toBe(
      '0.45.0 fixes 12 of 13; GO-2026-5932 has no fix and concerns only the package openpgp',
    );
  });
});
