import { createHash } from 'node:crypto';

/** SHA-256 (FIPS 180-4) of bytes, or of a text's UTF-8, in lower-case hex. */
export function sha256Hex(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The first eight hex digits of a digest: names a content for people, proves nothing. */
export function shortHash(hex: string): string {
  return hex.slice(0, 8);
}
