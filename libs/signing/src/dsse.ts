import { fromBase64Url, toBase64Url } from './base64url';
import type { Signer, Verifier } from './ed25519';

/**
 * What is signed instead of a bare payload: type and payload with their lengths (DSSE v1 Pre-Authentication Encoding),
 * so that bytes signed as one type can never pass for another.
 */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType, 'utf8');
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `),
    type,
    Buffer.from(` ${payload.length} `),
    new Uint8Array(payload),
  ]);
}

/** Signature over the payload under its type, base64url without padding. */
export function signPayload(signer: Signer, payloadType: string, payload: Uint8Array): string {
  return toBase64Url(signer.sign(preAuthEncoding(payloadType, payload)));
}

/** Whether the signature text is this key's over the payload under its type. */
export function verifyPayload(
  verifier: Verifier,
  payloadType: string,
  payload: Uint8Array,
  signature: string,
): boolean {
  const bytes = fromBase64Url(signature);
  return bytes !== undefined && verifier.verify(preAuthEncoding(payloadType, payload), bytes);
}
