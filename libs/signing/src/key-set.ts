import { KeyError } from './key-error';
import { publicJwkOf, verifierFromJwk, type Ed25519PublicJwk, type Verifier } from './ed25519';

/** A published key, with the times of its use under the names that OpenID Federation 1.0 gives them (section 8.7). */
export interface PublishedKey extends Ed25519PublicJwk {
  /** Unix seconds; it signs nothing before. Absent: it may sign already. */
  readonly nbf?: number;
  /** Unix seconds; it signs nothing after. What it signed before stays proven. */
  readonly exp?: number;
  /** Who vouches for this key: a verifier that trusts that one may trust this one. */
  readonly introduced_by?: Introduction;
}

/** A known key's word for another key. */
export interface Introduction {
  readonly kid: string;
  /** base64url of 64 bytes, over the statement of `introduce`. */
  readonly signature: string;
}

/** A key that proves nothing any more, whatever it signed and when. */
export interface RevokedKey {
  readonly kid: string;
  /** Unix seconds. */
  readonly revoked_at: number;
  readonly reason: string;
}

/** A published set of verifying keys (RFC 7517). Old keys stay, so that old signatures can be verified; revoked ones do not. */
export interface KeySet {
  readonly keys: readonly PublishedKey[];
  /** For those who keep keys of earlier; absent where none was ever revoked. */
  readonly revoked?: readonly RevokedKey[];
}

/**
 * Reads the text of a key set. Only the public members of its keys are kept: a private one that was put there by mistake must
 * not be published. A revoked key is no key of the set, even where it stands among them.
 * @throws KeyError when it is no key set or any of its keys is unusable
 */
export function parseKeySet(text: string): KeySet {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new KeyError('the key set is no JSON', { cause });
  }
  const { keys, revoked = [] } = (value ?? {}) as { readonly keys?: unknown; readonly revoked?: unknown };
  if (!Array.isArray(keys)) throw new KeyError('the key set has no list "keys"', { place: 'keys' });
  if (!Array.isArray(revoked) || !revoked.every(isRevoked)) {
    throw new KeyError('"revoked" of the key set is no list', { place: 'revoked' });
  }
  const known = (keys as (PublishedKey | null)[]).map(publishedKeyAt);
  return withRevoked({ keys: known }, revoked);
}

/** The set with the key at its end; the same set when it holds the key already, or has revoked it. */
export function withKey(set: KeySet, key: PublishedKey): KeySet {
  const isRevokedHere = set.revoked?.some(({ kid }) => kid === key.kid) ?? false;
  if (isRevokedHere || set.keys.some((known) => known.kid === key.kid)) return set;
  return { ...set, keys: [...set.keys, key] };
}

/** The set without these keys, which it names as revoked from then on. */
export function withRevoked(set: KeySet, gone: readonly RevokedKey[]): KeySet {
  const before = set.revoked ?? [];
  const revoked = [...before];
  for (const { kid, revoked_at, reason } of gone) {
    if (!revoked.some((known) => known.kid === kid)) revoked.push({ kid, revoked_at, reason });
  }
  if (revoked.length === before.length) return set;
  return { keys: set.keys.filter(({ kid }) => !revoked.some((each) => each.kid === kid)), revoked };
}

/** The set's verifiers by key id. */
export function verifiersOf(set: KeySet): ReadonlyMap<string, Verifier> {
  return new Map(set.keys.map((key) => [key.kid, verifierFromJwk(key)]));
}

function publishedKeyAt(key: PublishedKey | null, index: number): PublishedKey {
  try {
    return publishedKey(key);
  } catch (error) {
    throw error instanceof KeyError ? error.at(`keys[${index}]`) : error;
  }
}

function publishedKey(key: PublishedKey | null): PublishedKey {
  if (key === null) throw new KeyError('the key set holds null');
  verifierFromJwk(key);
  const { nbf, exp, introduced_by: by } = key;
  return {
    ...publicJwkOf(key.x),
    ...(isTime(nbf) && { nbf }),
    ...(isTime(exp) && { exp }),
    ...(typeof by?.kid === 'string' &&
      typeof by.signature === 'string' && { introduced_by: { kid: by.kid, signature: by.signature } }),
  };
}

function isRevoked(value: unknown): value is RevokedKey {
  const { kid, revoked_at, reason } = (value ?? {}) as Partial<Record<keyof RevokedKey, unknown>>;
  return typeof kid === 'string' && isTime(revoked_at) && typeof reason === 'string';
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
