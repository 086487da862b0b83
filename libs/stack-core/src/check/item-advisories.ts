import { packagesOfItem, type ItemPackages } from '@stackcheck/eol-core/packages';
import type { StackLists } from '../stack';
import type { EolSource } from './check-items';
import type { PackageChecks } from './package-checks';
import type { ItemAdvisories, ItemResult, ItemsReport, PackageFinding } from './parts';

/** Each package version that items are, once, in the order of the items: what is looked up for them. */
export function purlsOfItems(
  source: Pick<EolSource, 'index' | 'packages'> | undefined,
  items: StackLists['items'],
  at: PackageChecks['at'],
): readonly string[] {
  if (source?.packages === undefined) return [];
  return [...new Set(items.flatMap((item) => purlsOf(packagesOfItem(source.index, source.packages, item), at)))];
}

/** What is known against packages, and how they are named in a version; undefined where no advisories are at hand. */
export interface PackageFindings {
  readonly byPurl: ReadonlyMap<string, PackageFinding>;
  readonly at: PackageChecks['at'];
}

/** A report on items with what is known against the packages that they are published as. */
export function withAdvisories(
  report: ItemsReport,
  { index, packages }: EolSource,
  findings: PackageFindings | undefined,
): ItemsReport {
  const results = report.results.map((result) =>
    Object.assign({}, result, advisoriesOf(packagesOfItem(index, packages, result), findings)),
  );
  return { ...report, results, unknown: results.filter(({ found }) => !found) };
}

/** The answer about one item as it is where no advisories are at hand. */
export function withoutAdvisories(result: ItemResult, { index, packages }: EolSource): ItemResult {
  return Object.assign({}, result, advisoriesOf(packagesOfItem(index, packages, result), undefined));
}

function advisoriesOf(published: ItemPackages, findings: PackageFindings | undefined): ItemAdvisories {
  if (published.kind === 'none') return {};
  if (published.kind === 'unknown') {
    return { packages: null, packages_reason: published.reason, packages_example: published.example };
  }
  if (findings === undefined) return { packages: null, packages_reason: 'no_data' };
  const found = purlsOf(published, findings.at).flatMap((purl) => findings.byPurl.get(purl) ?? []);
  return { packages: found.map((finding, index) => ({ ...finding, index })) };
}

/** The package versions that an item is. */
export function purlsOf(published: ItemPackages, at: PackageChecks['at']): readonly string[] {
  if (published.kind !== 'packages') return [];
  const { purls, version } = published;
  return purls.flatMap((purl) => at(purl, isGoModule(purl) ? `v${version}` : version) ?? []);
}

/** Versions of modules are written with a `v`; those of the standard library are not. */
function isGoModule(purl: string): boolean {
  return purl.startsWith('pkg:golang/') && purl !== 'pkg:golang/stdlib';
}
