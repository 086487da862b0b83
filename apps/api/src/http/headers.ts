import type { IncomingMessage } from 'node:http';

/** Headers of every answer: callers in browsers may read the payment headers, nothing is sniffed. */
export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, WWW-Authenticate, Retry-After, ETag, Link, Content-Digest, Signature, Signature-Input, Preference-Applied, X-Request-Id',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Headers of a CORS preflight (Fetch standard), so that browser wallets can pay. */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Headers':
    'PAYMENT-SIGNATURE, X-PAYMENT, Content-Type, Authorization, Accept-Payment, If-None-Match, Prefer, X-Request-Id, Access-Control-Expose-Headers',
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
