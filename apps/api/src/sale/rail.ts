import type { IncomingMessage } from 'node:http';
import { isCredential } from '@stackcheck/payment-l402';
import { headerValues } from '../http/headers';

/** How a request wants to pay: `both` is one payment too many. */
export type Rail = 'none' | 'x402' | 'l402' | 'both';

/**
 * Reads from the headers alone which rail a request asks for. L402 is asked for by its credential, or by name
 * (`Accept-Payment: l402`): probes that name nothing make no invoice. With the rail off its headers mean nothing.
 */
export function railOf({ headers }: IncomingMessage, l402: boolean): Rail {
  const bringsX402 = headers['payment-signature'] !== undefined || headers['x-payment'] !== undefined;
  if (!l402) return bringsX402 ? 'x402' : 'none';
  // Of repeated Authorization lines Node keeps the first; the gate reads all of them.
  if (isCredential(headers.authorization ?? '')) return bringsX402 ? 'both' : 'l402';
  if (bringsX402) return 'x402';
  return namesL402(headers['accept-payment']) ? 'l402' : 'none';
}

function namesL402(accepted: string | readonly string[] | undefined): boolean {
  const names = String(accepted ?? '').split(',');
  return names.some((name) => name.trim().toLowerCase() === 'l402');
}

/** Values of Authorization, each line by itself. */
export function authorizationOf(request: IncomingMessage): readonly string[] {
  return headerValues(request, 'authorization');
}
