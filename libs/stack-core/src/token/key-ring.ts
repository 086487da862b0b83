import type { TokenCipher } from './token-sealing';

/** A secret that watch tokens are sealed with. */
export interface WatchSecret {
  /** 1 to 16 characters of A–Z, a–z, 0–9, `_` and `-`; stands in the token in the clear. */
  readonly id: string;
  /** 32 random bytes. */
  readonly secret: Uint8Array;
}

/**
 * The secrets of a service, oldest first. The last one seals; all of them open, so one is dropped only when the last token
 * that it sealed has expired. None at all: watching is not available.
 */
export type KeyRing = readonly WatchSecret[];

/** Bytes of a secret and of the key derived from it. */
export const SECRET_BYTES = 32;

const KEY_ID = /^[A-Za-z0-9_-]{1,16}$/;
const PURPOSE = 'stackcheck watch token w1 aes-256-gcm';

/** What is wrong with a ring, for code that configures it; undefined when nothing is. */
export function ringFault(ring: KeyRing): string | undefined {
  const ids = ring.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) return 'two watch keys have the same id';
  const bad = ring.find(({ id, secret }) => !KEY_ID.test(id) || secret.length !== SECRET_BYTES);
  if (bad === undefined) return undefined;
  return 'each watch key needs an id of 1 to 16 letters, digits, _ or - and a secret of 32 bytes';
}

/** The AES-256 key that a secret gives for watch tokens (HKDF-SHA-256, RFC 5869, without salt, one label per purpose). */
export function tokenKey({ secret: material }: WatchSecret, { deriveKey }: TokenCipher): Uint8Array {
  return deriveKey({ material, salt: new Uint8Array(0), info: new TextEncoder().encode(PURPOSE) }, SECRET_BYTES);
}
