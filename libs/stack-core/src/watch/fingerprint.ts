import { sha256Hex } from '@stackcheck/signing/sha256';

/** Bytes of a fingerprint. Among a thousand ids of one package, two alike are a matter of one in two million. */
export const FINGERPRINT_BYTES = 5;

/** The first five bytes of the SHA-256 of a text, in lower-case hex: what a state keeps instead of an id. */
export function fingerprint(text: string): string {
  return sha256Hex(text).slice(0, 2 * FINGERPRINT_BYTES);
}
