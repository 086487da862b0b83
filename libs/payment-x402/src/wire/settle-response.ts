import { decodeHeader } from './headers';
import { faultPredicate, shapeFault, type Parsed, type Shape } from './shape';

/** x402 SettleResponse: what PAYMENT-RESPONSE (version 1: X-PAYMENT-RESPONSE) says of a payment. */
export interface SettleResponse {
  readonly success: boolean;
  /** Hash of the transaction; empty on failure, or where a settled one is not known. */
  readonly transaction: string;
  /** CAIP-2 in version 2, a name in version 1. */
  readonly network: string;
  readonly payer?: string;
  /** A facilitator's reason; only on failure. */
  readonly errorReason?: string;
}

const SETTLE_RESPONSE: Shape = {
  kind: 'object',
  members: {
    transaction: { kind: 'text' },
    network: { kind: 'text' },
    payer: { kind: 'text' },
    errorReason: { kind: 'text' },
  },
  optional: ['payer', 'errorReason'],
};

/** Reads PAYMENT-RESPONSE or X-PAYMENT-RESPONSE. Never throws. */
export function readSettleResponse(header: string): Parsed<SettleResponse> {
  const decoded = decodeHeader(header);
  if (!decoded.ok) return decoded;
  const fault = shapeFault(SETTLE_RESPONSE, decoded.value);
  if (fault) return { ok: false, message: `PAYMENT-RESPONSE ${faultPredicate(fault)}` };
  const { success, transaction, network, payer, errorReason } = decoded.value as SettleResponse;
  if (typeof success !== 'boolean') return { ok: false, message: 'PAYMENT-RESPONSE is malformed at success.' };
  return {
    ok: true,
    value: {
      success,
      transaction,
      network,
      ...(typeof payer === 'string' ? { payer } : {}),
      ...(typeof errorReason === 'string' ? { errorReason } : {}),
    },
  };
}
