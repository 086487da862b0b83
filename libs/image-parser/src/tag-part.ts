import type { ImagePart } from './types';

/** A runtime or base system as a tag names it, to be looked up by its version unless a cycle is given; `at` as in `ImagePart`. */
export function tagPart(
  role: 'runtime' | 'base_os',
  product: string | null,
  version: string | null,
  at: number | null,
  cycle: string | null = null,
): ImagePart {
  return { role, product, version, at, cycle, floating: false, rounding: true, matchedBy: null };
}

/** `rhel-ubi9` is one system: a word without a version adds nothing to the same system with one. */
export function distinctParts(parts: readonly ImagePart[]): readonly ImagePart[] {
  if (parts.length < 2) return parts;
  return parts.filter((one, at) => {
    const same = (other: ImagePart): boolean => other.product === one.product;
    if (one.version === null)
      return !parts.some((other, i) => i !== at && same(other) && (other.version !== null || i < at));
    return !parts.some((other, i) => i < at && same(other) && other.version === one.version);
  });
}
