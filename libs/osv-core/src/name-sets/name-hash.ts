/**
 * A polynomial hash of UTF-16 code units modulo 2^32: the hash of a text that differs in one place follows from those of what
 * stands before and after it, without going through the text again. The base is odd, so that no power of it vanishes.
 */
export const BASE = 0x9e3779b1 | 0;

/** Names that are longer have no neighbours here: no package has such a name. */
export const NAME_LENGTH_MAX = 1_024;

/** `POWERS[n]` is the base to the n-th. */
export const POWERS: Int32Array = powers();

function powers(): Int32Array {
  const all = new Int32Array(NAME_LENGTH_MAX + 2);
  all[0] = 1;
  for (let n = 1; n < all.length; n++) all[n] = Math.imul(all[n - 1] as number, BASE);
  return all;
}

/** The hash of a name. */
export function nameHash(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, BASE) + valueOf(name.charCodeAt(at))) | 0;
  return hash;
}

/** Another hash of a name (FNV-1a over its code units, mixed), which says nothing about `nameHash`; never 0. */
export function checkHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return mix(hash) || 1;
}

/** What a code unit counts: spread over all bits, since the codes of letters are so near that short names would often meet. */
export const valueOf = (unit: number): number => mix(unit + 1);

/** The finaliser of MurmurHash3: every bit of the result depends on all of the argument. */
export function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
