import { createHash } from 'node:crypto';

/** Bytes of a fingerprint. Among a thousand ids of one package, two alike are a matter of one in two million. */
export const FINGERPRINT_BYTES = 5;

/** The first five bytes of the SHA-256 of a text, in lower-case hex: what a state keeps instead of an id. */
export function fingerprint(text: string): string {
  return createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * FINGERPRINT_BYTES);
}
