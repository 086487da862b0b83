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
    'PAYMENT-SIGNATURE, X-PAYMENT, Content-Type, Authorization, Accept-Payment, If-None-Match, Prefer, Want-Unencoded-Digest, X-Request-Id, Access-Control-Expose-Headers',
  'Access-Control-Max-Age': '86400',
} as const;
