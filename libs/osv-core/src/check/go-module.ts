import type { PackageQuery } from '../purl/read-package';
import type { PackageAdvisory } from '../evaluate/package-advisory';

/**
 * A question about an import path as one about its module, where an advisory of the module says that the path is one of its packages. Else
 * it may as well be that of a module of its own, whose versions say nothing of the one above it (`consul/api` in `consul`).
 */
export function askedOfModule(
  query: PackageQuery,
  module: string,
  advisories: readonly PackageAdvisory[],
): PackageQuery | undefined {
  const path = query.names[query.names.length - 1] as string;
  const isPackage = advisories.some(({ imports }) => imports?.some((one) => one.toLowerCase() === path));
  return isPackage ? { ...query, names: [module], name: query.name.slice(0, module.length) } : undefined;
}
