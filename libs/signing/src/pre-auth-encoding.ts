/**
 * What is signed instead of a bare payload: type and payload with their lengths (DSSE v1 Pre-Authentication Encoding),
 * so that bytes signed as one type can never pass for another.
 */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const encoder = new TextEncoder();
  const typeBytes = encoder.encode(payloadType).length;
  const head = encoder.encode(`DSSEv1 ${typeBytes} ${payloadType} ${payload.length} `);
  const encoded = new Uint8Array(head.length + payload.length);
  encoded.set(head);
  encoded.set(payload, head.length);
  return encoded;
}
