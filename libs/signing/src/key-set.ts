import { KeyError } from './key-error';
import { publicJwkOf, verifierFromJwk, type Ed25519PublicJwk, type Verifier } from './ed25519';

/** A published set of verifying keys (RFC 7517). Old keys stay, so that old signatures can be verified. */
export interface KeySet {
  readonly keys: readonly Ed25519PublicJwk[];
}

/**
 * Reads the text of a key set. Only the public members of its keys are kept: a private one that was put there by mistake must
 * not be published.
 * @throws KeyError when it is no key set or any of its keys is unusable
 */
export function parseKeySet(text: string): KeySet {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new KeyError('the key set is no JSON', { cause });
  }
  const keys = (value as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) throw new KeyError('the key set has no list "keys"');
  return {
    keys: (keys as (Ed25519PublicJwk | null)[]).map((key) => {
      if (key === null) throw new KeyError('the key set holds null');
      verifierFromJwk(key);
      return publicJwkOf(key.x);
    }),
  };
}

/** The set with the key at its end; the same set when it holds the key already. */
export function withKey(set: KeySet, key: Ed25519PublicJwk): KeySet {
  return set.keys.some((known) => known.kid === key.kid) ? set : { keys: [...set.keys, key] };
}

/** The set's verifiers by key id. */
export function verifiersOf(set: KeySet): ReadonlyMap<string, Verifier> {
  return new Map(set.keys.map((key) => [key.kid, verifierFromJwk(key)]));
}
