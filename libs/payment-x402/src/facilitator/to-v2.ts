import type { FacilitatorRequest } from './facilitator';
import type { PaymentRequirementV1 } from '../wire/requirement-v1';
import type { PaymentPayloadV1 } from '../wire/payment-payload';

/**
 * The same payment in the words of version 2, for a facilitator that lacks version 1. What the payer signed is the
 * EIP-3009 message alone, which both versions carry in the same form, so that the signature holds; `accepted` is our own
 * requirement. The answer to the caller stays one of version 1: it is made from the ledger, not from the facilitator's reply.
 * A request of version 2 comes back as it is.
 */
export function toVersion2(request: FacilitatorRequest): FacilitatorRequest {
  if (request.x402Version === 2) return request;
  const { payload } = request.paymentPayload as PaymentPayloadV1;
  const asked = request.paymentRequirements as PaymentRequirementV1;
  const { scheme, maxAmountRequired: amount, asset, payTo, maxTimeoutSeconds, extra } = asked;
  const paymentRequirements = {
    scheme,
    network: request.expected.network,
    amount,
    asset,
    payTo,
    maxTimeoutSeconds,
    extra,
  };
  const { resource: url, description, mimeType } = asked;
  return {
    ...request,
    x402Version: 2,
    paymentPayload: {
      x402Version: 2,
      resource: { url, description, mimeType },
      accepted: paymentRequirements,
      payload,
    },
    paymentRequirements,
  };
}
