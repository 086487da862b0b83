import { createHash, hash as hashOf } from 'node:crypto';

/** SHA-256 (FIPS 180-4) of bytes, or of a text's UTF-8, in lower-case hex. */
export function sha256Hex(data: Uint8Array | string): string {
  return hashOf('sha256', data);
}

/** `sha256Hex` of the parts one after the other, for what is too large to be held at once. */
export function sha256HexOf(parts: Iterable<Uint8Array | string>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** `sha256HexOf` that yields after each part, for a caller that must not hold up other work for its whole length. */
export function* sha256Steps(parts: Iterable<Uint8Array | string>): Generator<void, string, void> {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part);
    yield;
  }
  return hash.digest('hex');
}

/** The first eight hex digits of a digest: names a content for people, proves nothing. */
export function shortHash(hex: string): string {
  return hex.slice(0, 8);
}
