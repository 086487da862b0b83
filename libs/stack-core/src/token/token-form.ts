import { NONCE_BYTES, TAG_BYTES } from './aes-gcm';

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

/** The bytes of an unpadded base64url text; undefined unless it is exactly what encoding them gives. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
