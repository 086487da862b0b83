import type { KeySet } from '../key-set';

/** The keys of a set by id, each with its end in Unix seconds; without one, it has none yet. Revoked ones are not among them. */
export type KnownKeys = ReadonlyMap<string, number>;

/** The keys that may prove something. */
export function knownKeys({ keys, revoked = [] }: KeySet): KnownKeys {
  const gone = new Set(revoked.map(({ kid }) => kid));
  return new Map(keys.filter(({ kid }) => !gone.has(kid)).map(({ kid, exp = Infinity }) => [kid, exp]));
}

/**
 * Why a key cannot prove what was signed at a time; undefined when it can.
 * @param at Unix seconds
 */
export function keyFault(known: KnownKeys, keyId: string, at: number): string | undefined {
  const end = known.get(keyId);
  if (end === undefined) return `key "${keyId}" is not among the keys`;
  return at > end ? `key "${keyId}" was retired before` : undefined;
}
