import type { Authorization } from '../wire/transfer-authorization';
import { toAuthorization } from '../wire/transfer-payload';
import { parsePaymentPayload, parsePaymentPayloadV1 } from '../wire/payment-payload';

/** The signed part of a payment. */
export interface SignedAuthorization {
  readonly authorization: Authorization;
  readonly signature: string;
}

/** The signed part of a decoded payment of either version; null when it has none that we can read. */
export function readAuthorization(payload: unknown): SignedAuthorization | null {
  const v2 = parsePaymentPayload(payload);
  const parsed = v2.ok ? v2 : parsePaymentPayloadV1(payload);
  const authorization = parsed.ok ? toAuthorization(parsed.value.payload) : null;
  return parsed.ok && authorization ? { authorization, signature: parsed.value.payload.signature } : null;
}
