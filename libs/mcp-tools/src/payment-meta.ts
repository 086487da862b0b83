/** Where a call carries its payment (x402, MCP transport, version 2). */
export const PAYMENT_META = 'x402/payment';

/** The payment of a call, or that what stands in its place is none. */
export type SentPaymentObject =
  { readonly kind: 'none' } | { readonly kind: 'payment'; readonly payload: object } | { readonly kind: 'malformed' };

/** What `_meta` of a call brings as a payment, still unread. */
export function sentPayment(meta: unknown): SentPaymentObject {
  if (typeof meta !== 'object' || meta === null || !Object.hasOwn(meta, PAYMENT_META)) return { kind: 'none' };
  const payload = (meta as Readonly<Record<string, unknown>>)[PAYMENT_META];
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  return isObject ? { kind: 'payment', payload } : { kind: 'malformed' };
}
