import type { AtomicUsdc } from '@stackcheck/contract';
import { LIMITS } from '@stackcheck/contract';
import type { PaymentTerms } from '../terms/payment-terms';

/** x402 v2 PaymentRequirements for the scheme `exact` with EIP-3009. */
export interface PaymentRequirement {
  readonly scheme: 'exact';
  readonly network: string;
  /** Atomic units. */
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  /** EIP-712 domain of the token, without which no client can sign. */
  readonly extra: { readonly name: string; readonly version: string };
}

/** What a payment must satisfy, in the form of protocol version 2. */
export function paymentRequirement(
  terms: PaymentTerms,
  amount: AtomicUsdc,
  payTo: string = terms.payTo,
): PaymentRequirement {
  return {
    scheme: 'exact',
    network: terms.network,
    amount: amount.toString(),
    asset: terms.asset,
    payTo,
    maxTimeoutSeconds: LIMITS.paymentWindowSeconds,
    extra: { name: terms.assetName, version: terms.assetVersion },
  };
}
