import { fromBase64Url, toBase64Url } from './base64url';
import type { Signer, Verifier } from './ed25519';
import { preAuthEncoding } from './pre-auth-encoding';

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
