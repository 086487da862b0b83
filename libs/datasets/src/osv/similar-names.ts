import { nearNames } from '@stackcheck/osv-core/name-sets';
import type { PackageTable } from './package-table';
import type { AdvisoryLookup } from '../store/advisory-files';
import { compareText } from './stored-advisory';

/**
 * Names of an ecosystem's packages that are one edit away from one of these, those with the most advisories first, then by
 * name. Packages of which nothing but malware is known are none of them. The index itself is not asked.
 */
export function similarNames(table: PackageTable, ecosystem: string, names: readonly string[]): readonly string[] {
  const listed = table.namesOf(ecosystem);
  if (listed === undefined) return [];
  const found = names.flatMap((name) => nearNames(name, listed));
  if (found.length === 0) return [];
  const near = new Set(found);
  for (const name of names) near.delete(name);
  return [...near]
    .map((name) => ({ name, advisories: listed.countOf(name) }))
    .filter(({ advisories }) => advisories > 0)
    .sort((a, b) => b.advisories - a.advisories || compareText(a.name, b.name))
    .map(({ name }) => name);
}

/** The longest listed Go path above another one, which may be that of its module. The index itself is not asked. */
export function moduleAbove(table: PackageTable, path: string): string | undefined {
  const listed = table.namesOf('Go');
  if (listed === undefined) return undefined;
  for (let end = path.lastIndexOf('/'); end > path.indexOf('/'); end = path.lastIndexOf('/', end - 1)) {
    if (listed.countOf(path.slice(0, end)) > 0) return path.slice(0, end);
  }
  return undefined;
}

/** Whether any advisory is filed under a name. */
export function isListed(
  reader: Pick<AdvisoryLookup, 'count'>,
  table: PackageTable,
  ecosystem: string,
  name: string,
): boolean {
  return table.weightOf(ecosystem, name) > 0 || reader.count(ecosystem, name) > 0;
}
