import type { IndexedProduct } from '../products/indexed-product';
import type { Cycle } from '../products/product';
import { bareVersion } from '../matching/version-match';

/** A version of a product that can be looked up as one of its packages, or why it cannot. */
export type FullVersion =
  { readonly full: true; readonly version: string } | { readonly full: false; readonly example: string | null };

/** So many numbers a version has where no version of its product is known. */
const USUAL_NUMBERS = 3;

/**
 * Whether a version of a product is that of one release, and not of a line of them: it has as many numbers as the latest
 * version of its cycle, and is not the name of a cycle. Where it is not, which release is meant would be a guess.
 * @param cycle the one that the version belongs to; undefined where it belongs to none that is listed
 */
export function readFullVersion(entry: IndexedProduct, cycle: Cycle | undefined, version: string): FullVersion {
  const bare = bareVersion(version.trim().replace(/^V/, 'v'));
  const latest = cycle?.latest?.name || null;
  const pattern = latest ?? entry.product.cycles.find((one) => one.latest?.name)?.latest?.name ?? null;
  const needed = pattern === null ? USUAL_NUMBERS : Math.min(USUAL_NUMBERS, numbersIn(pattern));
  if (RELEASE.test(bare) && numbersIn(bare) >= needed && !entry.names.has(bare.toLowerCase()))
    return { full: true, version: bare };
  return { full: false, example: latest };
}

/** A version alone, without words around it. */
const RELEASE = /^\d[\w.+~-]*$/;

/** How many numbers stand at the beginning, parted by points. */
function numbersIn(version: string): number {
  return /^\d+(?:\.\d+)*/.exec(version)?.[0].split('.').length ?? 0;
}
