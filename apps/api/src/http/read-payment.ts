import type { IncomingMessage } from 'node:http';
import { headerValues } from '@stackcheck/payment-http/request';
import { isCredential } from '@stackcheck/payment-l402';
import type { SentPayment } from '../sale/call';

const TWO_RAILS: SentPayment = { rail: 'both' };

/**
 * The payment that the headers of a request bring; undefined where they bring none. L402 is asked for by its credential, or by
 * name (`Accept-Payment: l402`): probes that name nothing make no invoice. With that rail off its headers mean nothing.
 */
export function readPayment(request: IncomingMessage, isL402On: boolean): SentPayment | undefined {
  const { headers } = request;
  const bringsX402 = headers['payment-signature'] !== undefined || headers['x-payment'] !== undefined;
  // Of repeated Authorization lines Node keeps the first; the gate reads all of them.
  const bringsCredential = isL402On && isCredential(headers.authorization ?? '');
  if (bringsX402) return bringsCredential ? TWO_RAILS : x402Of(request);
  if (bringsCredential || (isL402On && namesL402(headers['accept-payment'])))
    return { rail: 'l402', authorization: headerValues(request, 'authorization') };
  return undefined;
}

function x402Of(request: IncomingMessage): SentPayment {
  return {
    rail: 'x402',
    paymentSignature: headerValues(request, 'payment-signature'),
    xPayment: headerValues(request, 'x-payment'),
  };
}

function namesL402(accepted: string | readonly string[] | undefined): boolean {
  const names = String(accepted ?? '').split(',');
  return names.some((name) => name.trim().toLowerCase() === 'l402');
}
