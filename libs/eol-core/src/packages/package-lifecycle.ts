import type { EolCycle } from '../status/eol-cycle';
import type { CalendarDate } from '../products/product';
import { toEolCycle } from '../status/status';
import { suggestItems } from '../suggestions/suggest-items';
import { upgradeOf, type Upgrade, type UpgradeOptions } from '../upgrades/upgrade';
import { matchVersion } from '../matching/version-match';
import type { PackageName, ProductPackages } from './product-packages';

/** A package in one version. */
export interface VersionedPackage extends PackageName {
  readonly version: string;
}

/** Why nothing is said of the support of a package although it may be a product. */
export type UnknownLifecycleReason = 'unknown_version' | 'ambiguous_identifier';

/** The support of the product that a package is, in wire names; a cycle's members are those of the published resource. */
export type PackageLifecycle = KnownLifecycle | UnknownLifecycle;

/** The release cycle that the package's version belongs to. */
export interface KnownLifecycle extends EolCycle {
  readonly product: string;
  readonly label: string;
  /** Where the cycle should be left (`upgradeOf`). */
  readonly upgrade?: Upgrade;
}

/** That the cycle is not known, or whose it would be. */
export interface UnknownLifecycle {
  readonly status: 'unknown';
  readonly reason: UnknownLifecycleReason;
  /** Null where the identifier is not that of one product. */
  readonly product: string | null;
  readonly label: string | null;
  /** Products that may be meant. */
  readonly products: readonly string[];
  /** At most five cycles of the product that may be meant, as `product@cycle`, closest first. */
  readonly suggestions: readonly string[];
}

/** The support of a package version on a day; undefined where the package is no product. */
export function lifecycleOf(
  packages: ProductPackages,
  named: VersionedPackage,
  today: CalendarDate,
  options?: UpgradeOptions,
): PackageLifecycle | undefined {
  const owner = packages.ownerOf(named);
  if (owner === undefined) return undefined;
  if (owner.kind === 'ambiguous') {
    const { products } = owner;
    return { status: 'unknown', reason: 'ambiguous_identifier', product: null, label: null, products, suggestions: [] };
  }
  const { entry } = owner;
  const { id: product, label } = entry.product;
  const { version } = named;
  const cycle = owner.has(version) ? matchVersion(entry, version) : undefined;
  if (cycle === undefined) {
    const suggestions = suggestItems(packages.index, { product, version }, entry);
    return { status: 'unknown', reason: 'unknown_version', product, label, products: [product], suggestions };
  }
  const upgrade = upgradeOf(entry, cycle, today, options);
  return { product, label, ...toEolCycle(cycle, today), ...(upgrade === undefined ? {} : { upgrade }) };
}
