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

/** What HKDF makes a key of. */
export interface KeyMaterial {
  /** The secret. */
  readonly material: Uint8Array;
  readonly salt: Uint8Array;
  /** What the key is for. */
  readonly info: Uint8Array;
}

/** Encryption and keys for it, by whatever the platform has. */
export interface TokenCipher {
  /** HKDF-SHA-256 (RFC 5869): so many bytes. */
  deriveKey(from: KeyMaterial, bytes: number): Uint8Array;
  /** AES-256-GCM (NIST SP 800-38D): ciphertext, then a tag of 16 bytes. */
  encrypt(input: AesGcmInput, plain: Uint8Array): Uint8Array;
  /** The plain text of what `encrypt` made with the same input, or undefined for any other bytes, of any length. */
  decrypt(input: AesGcmInput, sealed: Uint8Array): Uint8Array | undefined;
}

/** Compression, by whatever the platform has. */
export interface TokenPacking {
  /** Raw deflate (RFC 1951), at its best: how long a token is depends on it. */
  deflate(bytes: Uint8Array): Uint8Array;
  /** The bytes of what was deflated; undefined where it is broken, or more than `bytesMax`, found out before more is unfolded. */
  inflate(packed: Uint8Array, bytesMax: number): Uint8Array | undefined;
}

/**
 * What tokens need of a platform. Node's is `nodeSealing` of `@stackcheck/stack-core/node`; any other that keeps to the
 * standards named here reads and writes the same tokens.
 */
export interface TokenSealing {
  readonly cipher: TokenCipher;
  readonly packing: TokenPacking;
}
