import type { AtomicUsdc } from '@stackcheck/contract';
import { LIMITS } from '@stackcheck/contract';
import type { PaymentTerms } from '../terms/payment-terms';

/** x402 v1 paymentRequirements; unlike v2 it names the resource itself. */
export interface PaymentRequirementV1 {
  readonly scheme: 'exact';
  readonly network: string;
  readonly maxAmountRequired: string;
  readonly asset: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  readonly extra: { readonly name: string; readonly version: string };
  readonly description: string;
  readonly mimeType: string;
  /** Absent rather than null: official v1 clients refuse a null. */
  readonly outputSchema?: unknown;
  /** Absolute URL. */
  readonly resource: string;
}

/** The media type of every paid answer. */
export const PAID_MIME_TYPE = 'application/json';

/** What a payment must satisfy, in the form of protocol version 1. */
export function paymentRequirementV1(
  terms: PaymentTerms,
  amount: AtomicUsdc,
  resourceUrl: string,
  described: { readonly description: string; readonly outputSchema?: unknown },
): PaymentRequirementV1 {
  return {
    scheme: 'exact',
    network: terms.networkName,
    maxAmountRequired: amount.toString(),
    asset: terms.asset,
    payTo: terms.payTo,
    maxTimeoutSeconds: LIMITS.paymentWindowSeconds,
    extra: { name: terms.assetName, version: terms.assetVersion },
    description: described.description,
    mimeType: PAID_MIME_TYPE,
    ...(described.outputSchema === undefined ? {} : { outputSchema: described.outputSchema }),
    resource: resourceUrl,
  };
}
