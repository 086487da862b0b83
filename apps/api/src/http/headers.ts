import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@stackcheck/contract';

/** Headers of every answer: callers in browsers may read the payment headers, nothing is sniffed. */
export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, WWW-Authenticate, Retry-After, ETag, Content-Digest, Signature, Signature-Input, X-Request-Id',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Headers of a CORS preflight (Fetch standard), so that browser wallets can pay. */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Headers':
    'PAYMENT-SIGNATURE, X-PAYMENT, Content-Type, Authorization, If-None-Match, X-Request-Id, Access-Control-Expose-Headers',
  'Access-Control-Max-Age': '86400',
} as const;

/** Every value of a header as sent; Node joins repeated lines, which would hide a second payment. */
export function headerValues(request: IncomingMessage, lowerName: string): string[] {
  if (request.headers[lowerName] === undefined) return [];
  const values: string[] = [];
  const raw = request.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]!.toLowerCase() === lowerName) values.push(raw[at + 1]!);
  }
  return values;
}

/**
 * Refuses a request without Host, or with two (RFC 9112 section 3.2); HTTP/1.0 knew none. Of two, Node would keep the first and
 * say nothing, and a proxy in front may have read the other.
 * @throws ServiceError `bad_request`
 */
export function requireOneHost(request: IncomingMessage): void {
  const raw = request.rawHeaders;
  let hosts = 0;
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]!.length === 4 && raw[at]!.toLowerCase() === 'host') hosts++;
  }
  if (hosts === 1 || (hosts === 0 && request.httpVersionMinor === 0)) return;
  throw new ServiceError('bad_request', { message: `the Host header is ${hosts === 0 ? 'missing' : 'repeated'}` });
}
