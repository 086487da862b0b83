import type { CalendarDate } from '../products/product';
import { liveCycles, upgradeCandidates } from '../upgrades/upgrade-targets';
import { matchVersion } from '../matching/version-match';
import type { VersionedPackage } from './package-lifecycle';
import type { ProductPackages } from './product-packages';

/**
 * The versions of a package that upstream names as the latest of newer cycles of its product, of those that are out and have not
 * ended on a day, the smallest step first. Where its version belongs to no listed cycle, those of all cycles, of which some may be older.
 * Empty where the package is no product.
 */
export function supportedReleases(
  packages: ProductPackages,
  named: VersionedPackage,
  today: CalendarDate,
): readonly string[] {
  const owner = packages.ownerOf(named);
  if (owner?.kind !== 'product' || !owner.has(named.version)) return [];
  const { entry } = owner;
  const cycle = matchVersion(entry, named.version);
  const candidates = cycle === undefined ? liveCycles(entry, today) : upgradeCandidates(entry, cycle, today);
  return candidates.flatMap(({ name, latest }) => {
    const version = latest?.name ?? '';
    // A version that was published under another name, or that another cycle's label begins with, is none to move to.
    return version !== '' && owner.has(version) && matchVersion(entry, version)?.name === name ? [version] : [];
  });
}
