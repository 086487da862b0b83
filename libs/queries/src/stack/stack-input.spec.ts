import { ServiceError } from '@stackcheck/contract';
import { stackOf } from './stack-input';

const TODAY = { today: '2026-11-20' };
const ITEMS = { items: [{ product: 'python', version: '3.14' }] };

it.each([
  ['eol_within_days', 30],
  ['min_severity', 'high'],
  ['fail_on', ['eol']],
  ['report_latest', true],
  ['unlisted', 'fail'],
  ['epss_min', 0.5],
  ['as_of', '2027-01-01'],
])('%s of a policy is that of the stack, and may be null', (name, value) => {
  expect(stackOf({ ...ITEMS, policy: { [name]: value } }, TODAY).policy).toHaveProperty(name, value);
  expect(stackOf({ ...ITEMS, policy: { [name]: null } }, TODAY).policy).toEqual(stackOf(ITEMS, TODAY).policy);
});

it('a reason to fail that cannot occur is refused', () => {
  const asked = { ...ITEMS, policy: { fail_on: ['epss' as const] } };

  expect(() => stackOf(asked, TODAY)).toThrow(ServiceError);
  expect(stackOf({ ...asked, policy: { ...asked.policy, epss_min: 0.5 } }, TODAY).policy.fail_on).toEqual(['epss']);
});
