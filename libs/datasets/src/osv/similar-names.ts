import { nearNames } from '@stackcheck/osv-core';
import type { PackageTable } from './package-table';
import type { AdvisoryReader } from '../store/advisory-files';
import { compareText } from './stored-advisory';

/**
 * Nearly every name has a handful of listed ones about it; those of names that only differ in a number are not all counted. Those
 * that the table knows to have many advisories come first and are never left out for others.
 */
const COUNTED_MAX = 24;

/**
 * Names of an ecosystem's packages that are one edit away from one of these, those with the most advisories first, then by
 * name. The table's filter leaves a handful of spellings to be looked up.
 */
export function similarNames(
  reader: Pick<AdvisoryReader, 'count'>,
  table: PackageTable,
  ecosystem: string,
  names: readonly string[],
): readonly string[] {
  const listed = table.namesOf(ecosystem);
  if (listed === undefined) return [];
  const near = new Set(names.flatMap((name) => nearNames(name, listed)));
  for (const name of names) near.delete(name);
  return [...near]
    .sort((a, b) => table.weightOf(ecosystem, b) - table.weightOf(ecosystem, a) || compareText(a, b))
    .slice(0, COUNTED_MAX)
    .map((name) => ({ name, advisories: countOf(reader, table, ecosystem, name) }))
    .filter(({ advisories }) => advisories > 0)
    .sort((a, b) => b.advisories - a.advisories || compareText(a.name, b.name))
    .map(({ name }) => name);
}

/** Whether any advisory is filed under a name. */
export function isListed(
  reader: Pick<AdvisoryReader, 'count'>,
  table: PackageTable,
  ecosystem: string,
  name: string,
): boolean {
  return countOf(reader, table, ecosystem, name) > 0;
}

/** Those with many are not counted again: the table has their number. */
function countOf(reader: Pick<AdvisoryReader, 'count'>, table: PackageTable, ecosystem: string, name: string): number {
  return table.weightOf(ecosystem, name) || reader.count(ecosystem, name);
}
