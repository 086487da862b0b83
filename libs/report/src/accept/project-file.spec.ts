import { DEFAULT_POLICY } from '@stackcheck/stack-core';
import fc from 'fast-check';
import { addAcceptance } from './add-acceptance';
import { readProjectFile } from './project-file';

const day = '2026-11-22';
const GOOD = `# What we check.
[policy]
eol_within_days = 30
min_severity = "critical" # only these
fail_on = ["kev", "eol"]

[[accept]] # decided in the review
id = "CVE-2021-23337"
package = "pkg:npm/lodash"
path = "web/**"
until = 2027-03-31
reason = "not reachable"

[[accept]]
product = "nodejs@18"
until = "2026-12-01"
reason = '''
until = 1999-01-01
'''
not_affected = "protected_at_perimeter"
`;

describe('stackcheck.toml', () => {
  it('gives the policy and the accepted findings, each with its line', () => {
    const reading = readProjectFile(GOOD, { day });

    expect(reading).toMatchObject({
      ok: true,
      policy: { eol_within_days: 30, min_severity: 'critical', fail_on: ['eol', 'kev'] },
      acceptances: [
        { id: 'CVE-2021-23337', packages: ['pkg:npm/lodash'], path: 'web/**', until: '2027-03-31', from: { line: 7 } },
        {
          product: 'nodejs@18',
          until: '2026-12-01',
          assessment: { because: 'protected_at_perimeter' },
          from: { line: 14 },
        },
      ],
    });
  });

  it('has every member of the policy', () => {
    const text = `[policy]\n${Object.keys({ ...DEFAULT_POLICY, unlisted: 1, epss_min: 1, as_of: 1 }).join(' = 9\n')} = 9`;

    const reading = readProjectFile(text, { day });

    expect(JSON.stringify(reading)).not.toContain('is not known');
  });

  it.each([
    ['polcy = 1', 'stackcheck.toml line 1: polcy is not known: did you mean policy?'],
    [
      '[policy]\nmin_severty = "low"',
      'stackcheck.toml line 2: policy.min_severty is not known: did you mean min_severity?',
    ],
    ['[policy]\nmin_severity = "hihg"', 'stackcheck.toml line 2: policy.min_severity is "hihg": did you mean high?'],
    [
      '[policy]\nmin_severity = 3',
      'stackcheck.toml line 2: policy.min_severity is 3: it must be one of low, medium, high and critical',
    ],
    [
      '[policy]\n\nfail_on = ["eol", "malwre"]',
      'stackcheck.toml line 3: policy.fail_on holds "malwre": did you mean malware?',
    ],
    ['policy.epss_min = 2', 'stackcheck.toml line 1: policy.epss_min is 2: it must be a number from 0 to 1'],
    [
      '[policy]\neol_within_days = 1.5',
      'stackcheck.toml line 2: policy.eol_within_days is 1.5: it must be a whole number from 0 to 3,650',
    ],
    [
      '[policy]\nas_of = 2026-02-01T00:00:00Z',
      'stackcheck.toml line 2: policy.as_of is 2026-02-01T00:00:00.000Z: it must be a day, such as 2027-03-31',
    ],
    ['policy = 1', 'stackcheck.toml line 1: policy is no table: write [policy] and its members below'],
    ['accept = 1', 'stackcheck.toml line 1: accept is no list of tables: write [[accept]] before each entry'],
    [
      '[[accept]]\nid = "x"\nreason = "y"',
      'stackcheck.toml line 1: accept[0] has no until: write the last day of it, at most 2027-11-22',
    ],
    [
      '[[accept]]\nid = "x"\nuntil = 2027-11-22',
      'stackcheck.toml line 1: accept[0] has no reason: write why this is accepted',
    ],
    [
      '[[accept]]\nid = "x"\nreason = "y"\nuntil = 2027-11-23',
      'stackcheck.toml line 4: accept[0].until is 2027-11-23, more than a year from 2026-11-22: write a day up to 2027-11-22',
    ],
    [
      '[[accept]]\nid = "x"\nreason = "y"\nuntil = "2027-02-30"',
      'stackcheck.toml line 4: accept[0].until is "2027-02-30": it must be a day, such as 2027-03-31',
    ],
    [
      '[[accept]]\nreason = "y"\nuntil = 2027-01-01',
      'stackcheck.toml line 1: accept[0] must name either an id or a product: write which of the two is accepted',
    ],
    [
      '[[accept]]\nid = "x"\nproduct = "y"\nreason = "y"\nuntil = 2027-01-01',
      'stackcheck.toml line 1: accept[0] must name either an id or a product: write which of the two is accepted',
    ],
    [
      '[[accept]]\nid = "x"\nreason = "y"\nuntil = 2027-01-01\npackage = "lodash"',
      'stackcheck.toml line 5: accept[0].package is "lodash": it must be a package URL, such as "pkg:npm/lodash"',
    ],
    [
      '[[accept]]\nid = "x"\nreason = " "\nuntil = 2027-01-01',
      'stackcheck.toml line 3: accept[0].reason is " ": it must be a sentence that says why',
    ],
    ['a = [', expect.stringMatching(/^stackcheck\.toml line 1, column \d+: it is no TOML: .+$/)],
  ])('says of %j what is wrong and what would do', (text, fault) => {
    expect(readProjectFile(text, { day })).toEqual({ ok: false, faults: [fault] });
  });

  it('never throws, and names the file in each fault', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => GOOD + text),
        ),
        (text) => {
          const reading = readProjectFile(text, { file: 'x.toml', day });

          expect(reading.ok ? [] : reading.faults.filter((fault) => !fault.startsWith('x.toml'))).toEqual([]);
        },
      ),
    );
  });
});

describe('an entry that is added', () => {
  const entry = { id: 'CVE-2024-1', until: '2027-01-31', reason: 'waits for the release' };

  it('leaves what stands in the file, comments too', () => {
    const added = addAcceptance(GOOD, entry, { day });

    expect(added).toEqual({
      ok: true,
      text: `${GOOD}\n[[accept]]\nid = "CVE-2024-1"\nuntil = 2027-01-31\nreason = "waits for the release"\n`,
    });
  });

  it('is read as it was given, whatever its texts hold', () => {
    const anyText = fc.string({ unit: 'binary' }).filter((text) => text.trim() !== '' && !/\p{Surrogate}/u.test(text));
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.constantFrom('', GOOD, '# only this', 'policy.report_latest = true\r\n'),
        (id, reason, text) => {
          const added = addAcceptance(text, { ...entry, id, reason }, { day });
          const reading = readProjectFile(added.ok ? added.text : '', { day });

          expect(reading.ok && reading.acceptances.at(-1)).toMatchObject({ id, reason, until: '2027-01-31' });
        },
      ),
    );
  });

  it.each([
    [{ ...entry, until: '2030-01-01' }, '', /more than a year/],
    [{ ...entry, id: '' }, '', /accept\[0\]\.id is ""/],
    [{ ...entry, until: 'tomorrow' }, '', /accept\[0\]\.until is "tomorrow"/],
    [entry, 'accept = []', /it is no TOML/],
  ])('is refused where the file could not be read with it: %j', (bad, text, fault) => {
    const added = addAcceptance(text, bad, { day });

    expect(added).toEqual({ ok: false, faults: [expect.stringMatching(fault)] });
  });
});
