import { toChange, type ChangeDetail } from './change';
import { describeChange } from './describe-change';

const describeIt = (detail: ChangeDetail, asOf?: string): string =>
  describeChange(
    toChange({ ref: 'packages/0', subject: 'x', id: null }, detail),
    asOf === undefined ? {} : { as_of: asOf },
  );

const EPSS = { cve: 'CVE-2026-0001', score: 0.5 } as Extract<ChangeDetail, { readonly type: 'epss_above' }>['epss'];

it.each<[ChangeDetail, string]>([
  [{ type: 'kev_ransomware_changed', from: true, to: false }, 'is no longer known from ransomware campaigns'],
  [{ type: 'vulnerability_added', severity: 'low', fixed: '2', kev: null }, 'is new: low, fixed in `2`'],
  [{ type: 'vulnerability_severity_changed', from: null, to: 'high' }, 'is high (was unscored)'],
  [{ type: 'eol_date_changed', from: '2027-01-01', to: null }, 'ends on `no known day` (was `2027-01-01`)'],
  [{ type: 'epss_above', epss: EPSS }, 'is likely to be exploited now: EPSS score 0.5 (`CVE-2026-0001`)'],
  [{ type: 'epss_below', epss: EPSS }, 'is below the EPSS threshold now: score 0.5'],
  [{ type: 'epss_below', epss: null }, 'is below the EPSS threshold now'],
  [
    { type: 'epss_model_changed', from: 'v1', to: 'v2' },
    'changed from `v1` to `v2`: scores are not compared with those before',
  ],
  [{ type: 'latest_changed', latest: null }, 'has a new version: `none known`'],
  [{ type: 'malware_removed', why: 'record_removed' }, 'is no longer reported as malware (record removed)'],
])('a change %j is a line', (detail, line) => {
  expect(describeIt(detail)).toBe(`\`x\` ${line}`);
});

it('days are counted from that of a policy', () => {
  const soon = { type: 'eol_soon', eol: '2027-01-05', days_until_eol: 4 } as const;

  expect([describeIt(soon), describeIt(soon, '2027-01-01')]).toEqual([
    '`x` ends on `2027-01-05`, in 4 days',
    '`x` ends on `2027-01-05`, 4 days after 2027-01-01',
  ]);
});

it('what a change is about stands after its subject', () => {
  const change = toChange({ ref: 'packages/0', subject: 'x', id: 'GHSA-a' }, { type: 'fix_removed' });

  expect(describeChange(change, {})).toBe('`x` `GHSA-a` has no fix any more');
});
