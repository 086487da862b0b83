import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Bytes of a nonce; NIST SP 800-38D section 8.2.2 allows 2^32 random ones for a key. */
export const NONCE_BYTES = 12;

/** Bytes of an authentication tag. */
export const TAG_BYTES = 16;

/** What a sealed text is bound to. */
export interface AesGcmInput {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** 12 bytes, never twice with one key. */
  readonly nonce: Uint8Array;
  /** Authenticated with the text, but not part of it. */
  readonly associated: Uint8Array;
}

/** AES-256-GCM (NIST SP 800-38D): ciphertext, then tag. */
export function encrypt({ key, nonce, associated }: AesGcmInput, plain: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The plain text of what `encrypt` made with the same input, or undefined for any other bytes. */
export function decrypt({ key, nonce, associated }: AesGcmInput, sealed: Uint8Array): Uint8Array | undefined {
  if (nonce.length !== NONCE_BYTES || sealed.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associated);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
  } catch {
    // The only thing that can fail here is the tag.
    return undefined;
  }
}
