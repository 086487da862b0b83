import type { PaymentTerms } from '../terms/payment-terms';
import { encodeHeader } from '../wire/headers';
import type { SettleResponse } from '../wire/settle-response';

/** The settled payment that a PAYMENT-RESPONSE reports. */
export interface SettledPayment {
  readonly x402Version: 1 | 2;
  /** CAIP-2. */
  readonly network: string;
  /** Hash, or empty when the payment is settled but its hash is not known. */
  readonly transaction: string;
  readonly payer: string;
}

/**
 * The PAYMENT-RESPONSE value (x402 SettleResponse, base64). A v1 payment gets the network by its v1 name, as it was
 * settled. Built once and stored, so that every answer to one payment carries the same bytes.
 */
export function paymentResponseHeader(terms: PaymentTerms, payment: SettledPayment): string {
  const byName = payment.x402Version === 1 && payment.network === terms.network;
  const response: SettleResponse = {
    success: true,
    transaction: payment.transaction,
    network: byName ? terms.networkName : payment.network,
    payer: payment.payer,
  };
  return encodeHeader(response);
}
