import type { AtomicUsdc } from '@stackcheck/contract';
import type { FacilitatorRequest } from './facilitator';
import type { PaymentTerms } from '../terms/payment-terms';
import type { PaymentKey } from '../ledger/ledger';
import { paymentRequirement } from '../wire/requirement';
import { paymentRequirementV1 } from '../wire/requirement-v1';

/** The stored or presented payment that a facilitator is asked about. */
export interface AskedPayment {
  readonly x402Version: 1 | 2;
  readonly payload: unknown;
  readonly key: PaymentKey;
  readonly payTo: string;
  readonly value: AtomicUsdc;
  readonly validBefore: number;
  readonly resourceUrl: string;
  /** For v1, which names it in the requirement. */
  readonly description: string;
}

/**
 * The request to a facilitator, in the version of the payment. The amount is the signed value, not the price: official
 * verifiers demand equality, and paying more is allowed.
 */
export function facilitatorRequest(terms: PaymentTerms, payment: AskedPayment): FacilitatorRequest {
  const { x402Version, key, value, validBefore, payTo } = payment;
  return {
    x402Version,
    paymentPayload: payment.payload,
    paymentRequirements:
      x402Version === 2
        ? paymentRequirement(terms, value, payTo)
        : paymentRequirementV1({ ...terms, payTo }, value, payment.resourceUrl, payment),
    expected: {
      network: key.network,
      asset: key.asset,
      payer: key.payer,
      nonce: key.nonce,
      payTo: payTo.toLowerCase(),
      value,
      validBefore,
    },
  };
}
