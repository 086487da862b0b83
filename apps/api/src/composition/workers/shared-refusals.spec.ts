import { FixedClock } from '@stackcheck/contract/testing';
import { createRefusalLimit } from '@stackcheck/payment-x402';
import type { CountedRefusal } from './messages';
import { shareRefusals } from './shared-refusals';

/** Two workers that hear of each other's refusals at once. */
function twoWorkers() {
  const clock = new FixedClock();
  const told: CountedRefusal[] = [];
  const one = shareRefusals((refusal) => {
    told.push(refusal);
    other.onMessage(refusal);
  });
  const other: typeof one = shareRefusals((refusal) => {
    told.push(refusal);
    one.onMessage(refusal);
  });
  return {
    told,
    one: one.wrap(createRefusalLimit({ clock })),
    other: other.wrap(createRefusalLimit({ clock })),
  };
}

it('counts a client over all workers, and tells each refusal once', () => {
  const { one, other, told } = twoWorkers();
  for (let i = 0; i < 2; i++) one.count('192.0.2.1', null);
  for (let i = 0; i < 2; i++) other.count('192.0.2.1', null);
  const before = [one.clientWaitSeconds('192.0.2.1'), other.clientWaitSeconds('192.0.2.1')];
  one.count('192.0.2.1', null);

  expect(before).toEqual([0, 0]);
  expect(one.clientWaitSeconds('192.0.2.1')).toBeGreaterThan(0);
  expect(other.clientWaitSeconds('192.0.2.1')).toBe(one.clientWaitSeconds('192.0.2.1'));
  expect(told).toHaveLength(5);
});

it('counts a proven payer over all workers, each of his payments once', () => {
  const { one, other } = twoWorkers();
  const payer = (hash: number) => ({ address: '0xa', paymentHash: `${hash}`.repeat(12) });
  for (let i = 0; i < 4; i++) (i % 2 ? one : other).count('192.0.2.1', payer(i));
  other.count('192.0.2.2', payer(0));
  expect(one.payerWaitSeconds('0xa')).toBe(0);
  one.count('192.0.2.3', payer(4));

  expect([one.payerWaitSeconds('0xa'), other.payerWaitSeconds('0xa')].every((seconds) => seconds > 0)).toBe(true);
});
