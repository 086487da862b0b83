import * as fc from 'fast-check';
import type { FoundReason } from '../check/reason';
import type { StackRef } from '../stack';
import type { Move } from './move';
import { clearedBy, mostUrgentFirst } from './step-order';

const reason = (differing: Partial<FoundReason>): FoundReason => ({
  level: 'fail',
  code: 'vulnerable',
  ref: 'packages/0',
  id: 'GHSA-a',
  text: '',
  ...differing,
});

/** The most urgent first: each differs from the one before in what its line is about. */
const DIFFERING: readonly Partial<FoundReason>[] = [
  { ransomware: true, due: '2026-01-01' },
  { ransomware: true, due: '2026-02-01', level: 'warn', code: 'kev' },
  { ransomware: false, due: '2025-01-01', code: 'kev' },
  { code: 'malware', due: null },
  { code: 'malware', level: 'unknown' },
  { code: 'malware', due: '2030-01-01' },
  { code: 'eol', level: 'warn', due: '2024-01-01' },
  { code: 'eol_soon', due: '2027-01-01' },
  { code: 'epss' },
  { severity: 'critical', id: 'GHSA-z' },
  { severity: 'low' },
  { severity: null },
  { id: 'GHSA-b' },
  { level: 'unknown', code: 'epss_unknown', severity: 'critical' },
  { level: 'unknown', code: 'distro_unknown' },
  { level: 'warn', code: 'epss' },
  { due: '2020-01-01' },
  { level: 'info', code: 'malware', ransomware: true },
];
const IN_ORDER = DIFFERING.map(reason);

const shuffled = fc.shuffledSubarray([...IN_ORDER], { minLength: IN_ORDER.length });

describe('the order of steps', () => {
  it('is that of the most urgent reason that each clears', () => {
    fc.assert(
      fc.property(shuffled, (reasons) => {
        expect(clearedBy(reasons, [])).toEqual(IN_ORDER);

        const moves = reasons.map((first) => ({ cleared: [first], refs: ['items/0'] }) as unknown as Move);
        expect(moves.sort(mostUrgentFirst).map(({ cleared }) => cleared[0])).toEqual(IN_ORDER);
      }),
    );
  });

  it('is that of their places where the reasons are as urgent', () => {
    const refs: readonly StackRef[] = ['items/0', 'items/2', 'items/10', 'packages/0'];
    const moves = refs.map((ref) => ({ cleared: [IN_ORDER[0]], refs: [ref] }) as unknown as Move);

    expect(
      [...moves]
        .reverse()
        .sort(mostUrgentFirst)
        .map((move) => move.refs[0]),
    ).toEqual(refs);
  });

  it('is kept where something stays: that is not cleared', () => {
    const [worst, second, third] = ['a', 'b', 'c'].map((subject) => reason({ subject, id: subject }));

    expect(clearedBy([third!, second!, worst!], [second!])).toEqual([worst, third]);
  });
});
