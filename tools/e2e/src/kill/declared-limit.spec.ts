import { isBeyondHelp } from './declared-limit';

const LOST = { identifier: undefined, refusedWith: 'payment_replayed', losses: [{ sentMs: 100, lostMs: 200 }] };
const DELIVERED = { state: 'settled', deliveredAt: 150 } as const;

describe('a payment that its buyer lost is beyond help', () => {
  it('when the ledger has its delivery within an attempt that brought nothing', () => {
    expect(isBeyondHelp(LOST, DELIVERED)).toBe(true);
  });

  it.each([
    ['with an identifier, which brings the answer again', { ...LOST, identifier: 'pay_0123456789abcdef' }, DELIVERED],
    ['when something else was said of it', { ...LOST, refusedWith: 'payment_expired' }, DELIVERED],
    ['when no attempt was lost', { ...LOST, losses: [] }, DELIVERED],
    ['when it was delivered before the lost attempt', LOST, { ...DELIVERED, deliveredAt: 99 }],
    ['when it was delivered after the loss', LOST, { ...DELIVERED, deliveredAt: 201 }],
    ['when no delivery was recorded', LOST, { ...DELIVERED, deliveredAt: null }],
    ['when it is not settled', LOST, { state: 'unknown', deliveredAt: null } as const],
    ['when the ledger does not know it', LOST, undefined],
  ])('but not %s', (_why, payment, record) => {
    expect(isBeyondHelp(payment, record)).toBe(false);
  });
});
