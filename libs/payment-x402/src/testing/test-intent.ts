import type { PaymentIntent } from '../ledger/ledger';

let counter = 0;

/** A payment intent that differs from every other in its nonce. */
export function testIntent(change: Partial<PaymentIntent> = {}): PaymentIntent {
  const nonce = `0x${(++counter).toString(16).padStart(64, '0')}`;
  return {
    key: { network: 'eip155:84532', asset: `0x${'a5'.repeat(20)}`, payer: `0x${'b6'.repeat(20)}`, nonce },
    paymentHash: nonce.slice(2),
    x402Version: 2,
    payload: { x402Version: 2, payload: { signature: '0x5ec2e7', authorization: { nonce } } },
    identifier: null,
    signatureHash: 'd8'.repeat(32),
    requestHash: 'c7'.repeat(32),
    routeId: 'service_eol_product',
    resourceUrl: 'https://api.example.com/v1/eol/nodejs',
    price: 1_000n,
    value: 2n ** 200n,
    payTo: '0x000000000000000000000000000000000000dEaD',
    validAfter: 0,
    validBefore: Number.MAX_SAFE_INTEGER,
    verifiedBy: 'facilitator.example',
    answer: {
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: Buffer.from('{"data":"ü"}'),
      snapshotIds: ['eol-20261120T000000Z-abcd1234'],
    },
    ...change,
  };
}
