/** A payment payload without its signature, which is a bearer credential and of no use once the payment is closed. */
export function wipeSignature(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('payload' in payload)) return payload;
  const inner = payload.payload;
  return { ...payload, payload: typeof inner === 'object' && inner !== null ? { ...inner, signature: '0x' } : inner };
}
