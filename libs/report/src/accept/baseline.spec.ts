import fc from 'fast-check';
import { anyFinding, anyOutcome } from '../testing/any-outcome';
import { makeFinding, SAMPLE_OUTCOME } from '../testing/sample-outcome';
import { applyBaseline, readBaseline, writeBaseline, type Baseline } from './baseline';
import type { Finding } from '../outcome';

function baselineOf(...findings: readonly Finding[]): Baseline {
  const reading = readBaseline(writeBaseline({ ...SAMPLE_OUTCOME, findings, known: [] }), 'b.json');
  if (!reading.ok) throw new Error(reading.fault);
  return reading.baseline;
}

const lodash = makeFinding();
const second = { id: 'CVE-2020-8203', aliases: [], severity: null };

describe('a baseline', () => {
  it('holds whatever it was written from, and what its own baseline held', () => {
    fc.assert(
      fc.property(anyOutcome, (outcome) => {
        const reading = readBaseline(writeBaseline(outcome), 'b.json');
        const findings = [...outcome.findings, ...outcome.known].filter(({ level }) => level !== 'info');

        expect(reading.ok && applyBaseline(findings, reading.baseline)).toEqual({ counting: [], known: findings });
      }),
      { numRuns: 50 },
    );
  });

  it('is the same whatever the order of the findings', () => {
    fc.assert(
      fc.property(fc.array(anyFinding, { maxLength: 4 }), (findings) => {
        expect(baselineOf(...[...findings].reverse())).toEqual(baselineOf(...findings));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['in another file', { places: [{ path: 'moved/package-lock.json', line: 1 }] }],
    ['in another version', { component: { ...lodash.component, version: '4', purl: 'pkg:npm/lodash@4' } }],
    ['under another of its ids', { id: 'GHSA-35jh-r3h4-6jhm', aliases: ['CVE-2021-23337', 'X-1'] }],
  ])('holds a finding %s', (_what, parts) => {
    expect(applyBaseline([makeFinding(parts)], baselineOf(lodash)).counting).toEqual([]);
  });

  it.each([
    ['another vulnerability of the same package', { id: 'CVE-2026-1', aliases: [] }],
    ['a further vulnerability', { others: [second] }],
    ['another kind', { key: 'kev:pkg:npm/lodash' }],
    ['another package', { component: { ...lodash.component, purl: 'pkg:npm/lodash-es@4' } }],
  ])('does not hold %s', (_what, parts) => {
    const finding = makeFinding(parts);

    expect(applyBaseline([finding], baselineOf(lodash))).toEqual({ counting: [finding], known: [] });
  });

  it('holds fewer vulnerabilities than it was written with', () => {
    expect(applyBaseline([lodash], baselineOf({ ...lodash, others: [second] })).counting).toEqual([]);
  });

  it.each([
    ['{', 'it is no JSON object'],
    ['[]', 'it is no JSON object'],
    ['{}', 'its schema is not 1'],
    ['{"schema":1}', 'it has no day'],
    ['{"schema":1,"day":"2026-11-22"}', 'it has no list of findings'],
    [
      '{"schema":1,"day":"2026-11-22","findings":[{"key":"a","component":"b","ids":[1]}]}',
      'findings[0] has not key, component and ids',
    ],
  ])('%s cannot be read, with the reason', (text, why) => {
    expect(readBaseline(text, 'b.json')).toEqual({
      ok: false,
      fault: `b.json: it cannot be read as a baseline: ${why}; remove it, and write it again with stackcheck baseline write`,
    });
  });
});
