import { createHmac } from 'node:crypto';

/** Separates these keys from whatever else may once be derived from the same secret. */
const LABEL = Buffer.from('stackcheck l402 root key 1\n', 'ascii');

/**
 * The root key of one macaroon, out of the service's one secret: every token has a key of its own and none has to be
 * stored, so that a challenge costs no disk write (ADR 9).
 * @param secret at least 32 random bytes
 */
export function rootKeyOf(secret: Uint8Array, identifier: Uint8Array): Uint8Array {
  if (secret.length < 32) throw new RangeError('the L402 secret has at least 32 bytes');
  return createHmac('sha256', secret).update(LABEL).update(identifier).digest();
}
