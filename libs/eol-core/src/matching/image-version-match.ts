import type { IndexedProduct } from '../products/indexed-product';
import type { CalendarDate, Cycle } from '../products/product';
import { isOut, statusOn } from '../status/status';
import { bareVersion, byCodename, longestPrefix, modernJdk } from './version-match';
import { compareVersions, leadingNumbers } from '../versions/version-order';

/** The cycle of an image version, and how sure that is. At most one of the flags is true. */
export interface ImageVersionMatch {
  readonly cycle: Cycle;
  /** A short version (`python:3`) took the newest cycle under it that is out. */
  readonly floating: boolean;
  /** The version is older than all that is listed, and the lowest listed cycle has ended already. */
  readonly olderThanListed: boolean;
}

/**
 * An image's own rule for short versions, where the highest cycle is not the one it ships (MongoDB: `7` is 7.0).
 * `underIt` are the plain cycles under the version that are out, or all where none is, lowest first, at least one; undefined means: the highest.
 */
export type FloatingPreference = (version: string, underIt: readonly Cycle[]) => Cycle | undefined;

/**
 * The release cycle that the version in an image tag belongs to on a day, or undefined when that is unknown. In order:
 * the cycle it names or starts with; the highest cycle under a short version that is out (no image is built of others); the lowest listed cycle when the version is
 * older than it and it is eol. The caller passes the suffix of a pre-release with the version (`3.15-rc`), because only
 * plain numbers float.
 */
export function matchImageVersion(
  product: IndexedProduct,
  version: string,
  today: CalendarDate,
  prefer?: FloatingPreference,
): ImageVersionMatch | undefined {
  const text = version.trim().toLowerCase();
  const bare = bareVersion(text);
  const stated =
    product.names.get(text) ?? longestPrefix(product, bare) ?? modernJdk(product, bare) ?? byCodename(product, bare);
  if (stated !== undefined) return { cycle: stated, floating: false, olderThanListed: false };

  const underIt = outUnder(product, bare, today);
  const highest = underIt.at(-1);
  if (highest !== undefined) {
    return { cycle: prefer?.(bare, underIt) ?? highest, floating: true, olderThanListed: false };
  }
  const oldest = olderThanListed(product, bare, today);
  return oldest && { cycle: oldest, floating: false, olderThanListed: true };
}

const NONE: readonly Cycle[] = [];

/** The plain cycles under a version that are out, or all where none is; hardly any product lists one that is not. */
function outUnder(product: IndexedProduct, bare: string, today: CalendarDate): readonly Cycle[] {
  const all = product.under.get(bare) ?? NONE;
  if (all.every((cycle) => isOut(cycle, today))) return all;
  const out = all.filter((cycle) => isOut(cycle, today));
  return out.length > 0 ? out : all;
}

/** The lowest cycle of the version's major, or else of the product, if the version is older and that cycle is eol. */
function olderThanListed(product: IndexedProduct, bare: string, today: CalendarDate): Cycle | undefined {
  const numbers = leadingNumbers(bare);
  const major = numbers?.[0];
  if (numbers === undefined || major === undefined) return undefined;
  const lowest = product.lowestOfMajor.get(major) ?? product.plain[0];
  if (lowest === undefined || compareVersions(numbers, lowest.numbers) >= 0) return undefined;
  return statusOn(lowest.cycle, today) === 'eol' ? lowest.cycle : undefined;
}
