import { toBase64Url } from './bytes-text';
import { tokenKey, type WatchSecret } from './key-ring';
import { tokenHead } from './token-form';
import type { TokenCipher } from './token-sealing';

/**
 * A token over a compressed state: `w1.<key id>.<base64url(nonce, AES-256-GCM ciphertext and tag)>`. What stands before the
 * last point is authenticated with it.
 * @param nonce 12 random bytes
 */
export function sealToken(packed: Uint8Array, secret: WatchSecret, nonce: Uint8Array, cipher: TokenCipher): string {
  const head = tokenHead(secret.id);
  const associated = new TextEncoder().encode(head);
  const sealed = cipher.encrypt({ key: tokenKey(secret, cipher), nonce, associated }, packed);
  return `${head}.${toBase64Url(joined(nonce, sealed))}`;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
