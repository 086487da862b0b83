import type { ApartReason } from '../entries/entry';
import type { EntryList } from '../entries/entry-list';
import type { FileText } from '../entries/format';
import { KeySearch } from '../syntax/line-numbers';
import { parseToml } from '../syntax/toml';
import { arrayAt, stringAt, valueAt } from '../syntax/values';

/** How a lockfile of Python in TOML writes its packages. */
export interface PackageTable {
  /** Of the list of tables. */
  readonly key: 'package' | 'packages';
  /** Why the package is no release of a registry; undefined where it is one. */
  reasonOf(entry: unknown): ApartReason | undefined;
  /** Whether the file says that it is for development alone. */
  isDev?(entry: unknown): boolean;
}

/**
 * Reads the packages of a lockfile in TOML. Those of other indexes count as PyPI's: most are mirrors and proxies of it.
 * @throws UnreadableFileError
 */
export function readPackageTables({ text }: FileText, table: PackageTable, list: EntryList): void {
  const keys = new KeySearch(text);
  for (const entry of arrayAt(parseToml(text), table.key)) {
    const name = stringAt(entry, 'name') ?? '';
    const version = stringAt(entry, 'version') ?? '';
    const line = keys.lineStartingWith(`name = "${name}"`);
    const reason = table.reasonOf(entry);
    if (reason !== undefined) list.addApart(version === '' ? name : `${name}@${version}`, reason, line);
    else list.addRegistryPackage('pypi', name, version, { line, dev: table.isDev?.(entry) === true });
  }
}

/** The reason of the first member that the entry has. */
export function reasonOfMembers(
  entry: unknown,
  reasons: readonly (readonly [key: string, reason: ApartReason])[],
): ApartReason | undefined {
  return reasons.find(([key]) => valueAt(entry, key) !== undefined)?.[1];
}

/** Groups of dependencies by their names. */
export function groupsOf(entry: unknown): readonly unknown[] {
  return arrayAt(entry, 'groups');
}
