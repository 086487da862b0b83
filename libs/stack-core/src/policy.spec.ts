import { DEFAULT_POLICY, dayOf, FAILURES, policyAhead, policyFrom, toPolicy, type Policy } from './policy';
import { compareRefs, type StackRef } from './stack';

describe('a policy', () => {
  it('that nobody sent is the usual one', () => {
    expect(toPolicy()).toEqual({
      eol_within_days: 90,
      min_severity: 'high',
      fail_on: ['eol', 'kev', 'vulnerable', 'malware'],
      report_latest: false,
    });
    expect(toPolicy()).toEqual(DEFAULT_POLICY);
  });

  it('is what was sent', () => {
    const sent: Policy = {
      eol_within_days: 0,
      min_severity: 'low',
      fail_on: [],
      report_latest: true,
      unlisted: 'unknown',
      epss_min: 0,
      as_of: '2026-11-20',
    };

    expect(toPolicy(sent)).toEqual(sent);
  });

  it.each<[Partial<Policy>, readonly string[]]>([
    [{ fail_on: ['malware', 'eol', 'malware'] }, ['eol', 'malware']],
    [{ fail_on: ['eol'], epss_min: 0.5 }, ['eol']],
    [{ epss_min: 0 }, FAILURES],
    [{ epss_min: 0.5 }, ['eol', 'kev', 'vulnerable', 'malware', 'epss']],
  ])('%j fails on %j', (sent, failures) => {
    expect(toPolicy(sent).fail_on).toEqual(failures);
  });

  it.each([
    [undefined, '2026-11-20', undefined, undefined],
    ['2026-11-19', '2026-11-20', undefined, undefined],
    ['2026-11-20', '2026-11-20', undefined, '2026-11-20'],
    ['2026-11-21', '2026-11-21', '2026-11-21', '2026-11-21'],
  ])('of the day %s is on the 20th about %s', (asOf, day, ahead, from) => {
    const policy = toPolicy(asOf === undefined ? {} : { as_of: asOf });

    expect(dayOf(policy, '2026-11-20')).toBe(day);
    expect(policyAhead(policy, '2026-11-20').as_of).toBe(ahead);
    expect(policyFrom(policy, '2026-11-20').as_of).toBe(from);
    expect({ ...policyAhead(policy, '2026-11-20'), as_of: asOf }).toEqual({ ...policy, as_of: asOf });
  });
});

it('places are in the order of the lists, then of their entries', () => {
  const sorted: readonly StackRef[] = ['items/2', 'items/10', 'images/0', 'cves/1', 'packages/0', 'packages/11'];

  expect([...sorted].reverse().sort(compareRefs)).toEqual(sorted);
  expect(compareRefs('cves/1', 'cves/1')).toBe(0);
});
