import type { PaymentRecord } from '../ledger/ledger';
import type { Payment } from '../read/read-payment';
import { signatureHash } from '../signature/eip3009';
import { SAMPLE_TERMS } from '../testing/sample-terms';
import { GIVEN_AGAIN_MS, isRedeliverable } from './known-payment';

const NOW = 1_790_000_000_000;
const SIGNATURE = `0x${'ab'.repeat(64)}1b`;
const ID = 'pay_0123456789abcdef';
const payment = {
  ...{ hash: 'h', identifier: null, signature: SIGNATURE, key: { payer: `0x${'11'.repeat(20)}` } },
  authorization: {
    ...{ from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, value: 1n },
    ...{ validAfter: 0n, validBefore: 9n, nonce: `0x${'33'.repeat(32)}` },
  },
};
const settled = {
  ...{ state: 'settled', paymentHash: 'h', identifier: null, signatureHash: signatureHash(SIGNATURE) },
  ...{ deliveredAt: null, refusal: null },
};
const LONG_AGO = NOW - GIVEN_AGAIN_MS;
const REFUSAL = { code: 'payment_invalid', reason: 'x' };

it.each<[string, object, object, boolean]>([
  ['to its own signature until it was delivered', {}, {}, true],
  ['in the last moment after that', { deliveredAt: LONG_AGO + 1 }, {}, true],
  ['and not later', { deliveredAt: LONG_AGO }, {}, false],
  ['to its identifier for ever', { identifier: ID, deliveredAt: 0, signatureHash: 'x' }, { identifier: ID }, true],
  ['to no other identifier', { identifier: ID, deliveredAt: 0 }, { identifier: `${ID}0` }, false],
  ['to no identifier where it had none', { deliveredAt: 0 }, { identifier: ID }, false],
  ['to any where it may have lost its own', { deliveredAt: 0, refusal: REFUSAL }, { identifier: ID }, true],
  ['to none of all where it may have lost its own', { deliveredAt: 0, refusal: REFUSAL }, {}, false],
  ['to no signature that its payer did not make', { signatureHash: 'x' }, {}, false],
  ['to any where none was remembered', { signatureHash: null }, {}, true],
  ['to any where rows remember none', { signatureHash: undefined }, {}, true],
  ['as another payment to nobody', { paymentHash: 'other' }, {}, false],
  ['while it is not settled to nobody', { state: 'unknown' }, {}, false],
])('an answer is given again %s', (_when, record, sent, expected) => {
  const deps = { clock: { now: () => NOW, monotonic: () => 0 }, terms: SAMPLE_TERMS };

  expect(
    isRedeliverable(deps, { ...settled, ...record } as PaymentRecord, { ...payment, ...sent } as unknown as Payment),
  ).toBe(expected);
});

it('without minutes in which it is given again, only an answer that was not delivered is', () => {
  const deps = { clock: { now: () => NOW, monotonic: () => 0 }, terms: SAMPLE_TERMS, givenAgainMs: 0 };
  const given = (deliveredAt: number | null): boolean =>
    isRedeliverable(deps, { ...settled, deliveredAt } as PaymentRecord, payment as unknown as Payment);

  // A clock that was set back is no reason to give it again.
  expect([given(null), given(NOW), given(NOW + 1)]).toEqual([true, false, false]);
});
