import { encrypt } from './aes-gcm';
import { tokenKey, type WatchSecret } from './key-ring';
import { tokenHead } from './token-form';

/**
 * A token over a compressed state: `w1.<key id>.<base64url(nonce, AES-256-GCM ciphertext and tag)>`. What stands before the
 * last point is authenticated with it.
 * @param nonce 12 random bytes
 */
export function sealToken(packed: Uint8Array, secret: WatchSecret, nonce: Uint8Array): string {
  const head = tokenHead(secret.id);
  const associated = new TextEncoder().encode(head);
  const sealed = encrypt({ key: tokenKey(secret), nonce, associated }, packed);
  return `${head}.${Buffer.concat([nonce, sealed]).toString('base64url')}`;
}
