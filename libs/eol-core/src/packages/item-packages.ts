import { matchItem } from '../check/check-batch';
import type { CheckItem } from '../matching/check-item';
import type { ProductIndex } from '../products/product-index';
import { bareVersion } from '../matching/version-match';
import { readFullVersion } from './full-version';
import type { ProductPackages } from './product-packages';

/** Why it is not known which package versions an item is: it names a cycle, part of a version, or one of no known package. */
export type UnknownPackagesReason = 'names_a_cycle' | 'no_release' | 'not_published';

/** The packages that an item is published as, in its version. */
export type ItemPackages =
  | { readonly kind: 'none' }
  | { readonly kind: 'packages'; readonly purls: readonly string[]; readonly version: string }
  | { readonly kind: 'unknown'; readonly reason: UnknownPackagesReason; readonly example: string | null };

/**
 * The packages of an item: none where its product is not known to be published as any; unknown where the item does not say which
 * release is meant, or none of the packages is known to have been published in it. Package URLs are without versions.
 */
export function packagesOfItem(
  products: ProductIndex,
  packages: ProductPackages | undefined,
  item: CheckItem,
): ItemPackages {
  if (packages === undefined) return { kind: 'none' };
  const { entry, cycle } = matchItem(products, item, packages);
  const published = entry === undefined ? [] : packages.packagesOf(entry.product.id);
  if (entry === undefined || published.length === 0) return { kind: 'none' };
  const full = readFullVersion(entry, cycle, item.version);
  if (!full.full) {
    const isCycle = cycle !== undefined && entry.names.has(bareVersion(item.version.trim()).toLowerCase());
    return { kind: 'unknown', reason: isCycle ? 'names_a_cycle' : 'no_release', example: full.example };
  }
  const { version } = full;
  const purls = published.flatMap(({ purl, has }) => (has(version) ? [purl] : []));
  if (purls.length > 0) return { kind: 'packages', purls, version };
  return { kind: 'unknown', reason: 'not_published', example: null };
}
