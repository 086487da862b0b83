/** One thing that a proof asks of the platform's cryptography: the digest of data, or whether a signature holds. */
export type Question =
  | { readonly data: Uint8Array | string }
  | { readonly keyId: string; readonly signed: Uint8Array; readonly signature: string };

/** A proof as steps: it gives a question and goes on with the answer, so that a caller may wait for it or not. */
export type Proof<Result> = Generator<Question, Result, string | boolean>;

/** The SHA-256 of bytes, or of a text's UTF-8, in lower-case hex. */
export function* digestOf(data: Uint8Array | string): Proof<string> {
  return (yield { data }) as string;
}

/**
 * Whether a signature is of a key over bytes.
 * @param keyId one of those that the proof was given
 * @param signature base64url; any other text is no signature
 */
export function* isSignatureOf(keyId: string, signed: Uint8Array, signature: string): Proof<boolean> {
  return (yield { keyId, signed, signature }) as boolean;
}
