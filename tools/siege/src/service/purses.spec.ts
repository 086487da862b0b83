import { signTestPayment } from '@stackcheck/payment-x402/testing';
import { readConfig } from '@stackcheck/api';
import { Purses } from './purses';

const { payments } = readConfig({ PAYMENTS_MODE: 'sandbox' });
if (payments.mode === 'off') throw new Error('the sandbox is off');
const { terms } = payments;
const BUYERS = 2;

/** A payment of the key with a number, as a facilitator is shown it. */
function paymentOf(number: number) {
  const { header, payload } = signTestPayment({
    terms,
    route: { price: 1_000n },
    resourceUrl: 'http://localhost/',
    nowSeconds: 1_790_000_000,
    wallet: { privateKey: `0x${(number + 1).toString(16).padStart(64, '0')}` },
  });
  return { header, judged: payload['payload'] as Parameters<Purses['judge']>[0] };
}

test.each([
  ['of a buyer', BUYERS - 1, undefined],
  ['of somebody else', BUYERS, 'insufficient_funds'],
])('a payment that is signed well is judged by the purse %s', (_whose, number, verdict) => {
  expect(new Purses(terms, BUYERS).judge(paymentOf(number).judged)).toBe(verdict);
});

test('a payment that was remembered is good with its own signature alone', () => {
  const purses = new Purses(terms, BUYERS);
  const { header, judged } = paymentOf(0);
  purses.remember(header);

  expect(purses.judge(judged)).toBeUndefined();
  expect(purses.judge({ ...judged, signature: `0x${'11'.repeat(64)}1b` })).toBe('invalid_exact_evm_payload_signature');
});
