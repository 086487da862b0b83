import { preAuthEncoding } from '../pre-auth-encoding';
import { fromBase64Url, toBase64Url } from './base64url';
import type { WebSigner, WebVerifier } from './ed25519';

/** Signature over the payload under its type (DSSE v1), base64url without padding. */
export async function signPayload(signer: WebSigner, payloadType: string, payload: Uint8Array): Promise<string> {
  return toBase64Url(await signer.sign(preAuthEncoding(payloadType, payload)));
}

/** Whether the signature text is this key's over the payload under its type. */
export async function verifyPayload(
  verifier: WebVerifier,
  payloadType: string,
  payload: Uint8Array,
  signature: string,
): Promise<boolean> {
  return isSignatureOf(verifier, preAuthEncoding(payloadType, payload), signature);
}

/** Whether a text is this key's signature over just these bytes, base64url without padding. */
export async function isSignatureOf(verifier: WebVerifier, signed: Uint8Array, signature: string): Promise<boolean> {
  const bytes = fromBase64Url(signature);
  return bytes !== undefined && verifier.verify(signed, bytes);
}
