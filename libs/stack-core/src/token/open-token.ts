import { LIMITS } from '@stackcheck/contract';
import type { WatchState } from '../watch/watch-state';
import { tokenKey, type KeyRing } from './key-ring';
import { unpackState } from './packed-state';
import { fromBase64Url } from './bytes-text';
import { tokenHead } from './token-form';
import { NONCE_BYTES, type TokenSealing } from './token-sealing';

/** What a token is: a state, or the code of the error to answer. */
export type OpenedToken =
  | { readonly kind: 'state'; readonly state: WatchState }
  | { readonly kind: 'token_invalid' | 'token_expired' | 'watch_unavailable' };

const INVALID: OpenedToken = { kind: 'token_invalid' };

/**
 * Opens a token at an instant. Any text may be given: nothing is thrown, and the work is bounded, since length comes first,
 * then authenticity, then the size of the state. A key that is not in the ring is no key of ours; only a ring without any key
 * says that watching is not available.
 * @param sealing what opens it; on Node `nodeSealing` of `@stackcheck/stack-core/node`
 */
export function openToken(token: string, ring: KeyRing, nowMs: number, { cipher, packing }: TokenSealing): OpenedToken {
  if (ring.length === 0) return { kind: 'watch_unavailable' };
  if (token.length > LIMITS.watchTokenRecheckCharsMax) return INVALID;
  const [form, keyId, text, ...more] = token.split('.', 4);
  if (form === undefined || keyId === undefined || text === undefined || more.length > 0) return INVALID;
  const secret = ring.find(({ id }) => id === keyId);
  const head = tokenHead(keyId);
  if (secret === undefined || `${form}.${keyId}` !== head) return INVALID;
  const bytes = fromBase64Url(text);
  if (bytes === undefined || bytes.length < NONCE_BYTES) return INVALID;

  const associated = new TextEncoder().encode(head);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const packed = cipher.decrypt({ key: tokenKey(secret, cipher), nonce, associated }, bytes.subarray(NONCE_BYTES));
  if (packed === undefined) return INVALID;
  const state = unpackState(packed, packing);
  if (state === 'old_format') return { kind: 'token_expired' };
  if (state === undefined) return INVALID;
  return nowMs >= state.expiresAtMs ? { kind: 'token_expired' } : { kind: 'state', state };
}
