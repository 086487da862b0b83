import { NONCE_BYTES, TAG_BYTES } from './token-sealing';

/** Version of the token's form, and of what it holds. */
export const FORM = 'w1';

/** The first parts of a token, which are in the clear and authenticated. */
export function tokenHead(keyId: string): string {
  return `${FORM}.${keyId}`;
}

/** Characters of a token whose compressed state has so many bytes. */
export function tokenChars(keyId: string, stateBytes: number): number {
  return tokenHead(keyId).length + 1 + Math.ceil(((NONCE_BYTES + stateBytes + TAG_BYTES) * 4) / 3);
}
