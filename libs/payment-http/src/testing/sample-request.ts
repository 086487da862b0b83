import type { FacilitatorRequest } from '@stackcheck/payment-x402/facilitator';

/** The payer in the tests of facilitators. */
export const PAYER = `0x${'ab'.repeat(20)}`;
/** A transaction. */
export const HASH = `0x${'cd'.repeat(32)}`;
/** CAIP-2. */
export const NETWORK = 'eip155:8453';

/** A payment of version 2. */
export const REQUEST: FacilitatorRequest = {
  x402Version: 2,
  paymentPayload: { x402Version: 2, payload: { signature: '0x5ec2e7' } },
  paymentRequirements: { scheme: 'exact', network: NETWORK, amount: '1000' },
  expected: {
    network: NETWORK,
    asset: `0x${'a5'.repeat(20)}`,
    payer: PAYER,
    payTo: `0x${'b6'.repeat(20)}`,
    value: 1_000n,
    nonce: `0x${'01'.repeat(32)}`,
    validBefore: 1_790_000_000,
  },
};

/** A settle answer to it. */
export const SUCCESS = { success: true, transaction: HASH, network: NETWORK, payer: PAYER };
