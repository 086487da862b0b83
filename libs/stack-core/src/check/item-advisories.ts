import { packagesOfItem, type ItemPackages } from '@stackcheck/eol-core/packages';
import { purlAt } from '@stackcheck/osv-core';
import type { StackLists } from '../stack';
import type { EolSource } from './check-items';
import type { ItemAdvisories, ItemResult, ItemsReport, PackageFinding } from './parts';

/** Each package version that items are, once, in the order of the items: what is looked up for them. */
export function itemPurls(
  source: Pick<EolSource, 'index' | 'packages'> | undefined,
  items: StackLists['items'],
): readonly string[] {
  if (source?.packages === undefined) return [];
  return [...new Set(items.flatMap((item) => purlsOf(packagesOfItem(source.index, source.packages, item))))];
}

/**
 * A report on items with what is known against the packages that they are published as.
 * @param findings by package URL; undefined where no advisories are at hand
 */
export function withAdvisories(
  report: ItemsReport,
  { index, packages }: EolSource,
  findings: ReadonlyMap<string, PackageFinding> | undefined,
): ItemsReport {
  const results = report.results.map((result) => ({
    ...result,
    ...advisoriesOf(packagesOfItem(index, packages, result), findings),
  }));
  return { ...report, results, unknown: results.filter(({ found }) => !found) };
}

/** The answer about one item as it is where no advisories are at hand. */
export function withoutAdvisories(result: ItemResult, { index, packages }: EolSource): ItemResult {
  return { ...result, ...advisoriesOf(packagesOfItem(index, packages, result), undefined) };
}

/** What is known against the packages that one item is. @param findings by package URL */
export function advisoriesOfItem(
  { index, packages }: Pick<EolSource, 'index' | 'packages'>,
  item: StackLists['items'][number],
  findings: ReadonlyMap<string, PackageFinding>,
): ItemAdvisories {
  return advisoriesOf(packagesOfItem(index, packages, item), findings);
}

function advisoriesOf(
  published: ItemPackages,
  findings: ReadonlyMap<string, PackageFinding> | undefined,
): ItemAdvisories {
  if (published.kind === 'none') return {};
  if (published.kind === 'unknown') {
    return { packages: null, packages_reason: published.reason, packages_example: published.example };
  }
  if (findings === undefined) return { packages: null, packages_reason: 'no_data' };
  const found = purlsOf(published).flatMap((purl) => findings.get(purl) ?? []);
  return { packages: found.map((finding, index) => ({ ...finding, index })) };
}

function purlsOf(published: ItemPackages): readonly string[] {
  if (published.kind !== 'packages') return [];
  const { purls, version } = published;
  return purls.flatMap((purl) => purlAt(purl, isGoModule(purl) ? `v${version}` : version) ?? []);
}

/** Versions of modules are written with a `v`; those of the standard library are not. */
function isGoModule(purl: string): boolean {
  return purl.startsWith('pkg:golang/') && purl !== 'pkg:golang/stdlib';
}
