import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type Format } from '../entries/format';
import { parseJson } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { eachEntryAt, isFields, isTrueAt, objectAt, stringAt, valueAt, type Fields } from '../syntax/values';
import { aliasedPackage, apartReasonOf, type NamedVersion } from './package-source';

/** Lockfiles of npm: `packages` by folder (2 and 3) or else `dependencies` within each other (1). */
export const npmLockfile: Format = {
  id: 'npm-lockfile',
  label: 'package-lock.json and npm-shrinkwrap.json of npm 5 to 11 (lockfile versions 1 to 3)',
  matches: (path) => /(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/.test(path),
  read({ text }, list) {
    const root = parseJson(text);
    const isLockfile = ['lockfileVersion', 'packages', 'dependencies'].some((key) => valueAt(root, key) !== undefined);
    if (!isFields(root) || !isLockfile) {
      throw new UnreadableFileError('has no lockfileVersion, packages or dependencies: it is no lockfile of npm');
    }
    const reading = { list, keys: new KeySearch(text), afterKey: text.includes('": {') ? ': {' : ':{' };
    if (objectAt(root, 'packages') !== undefined) readFolders(root, reading);
    else readTree(root, reading);
    const version = valueAt(root, 'lockfileVersion');
    if (typeof version === 'number' && version > 3) {
      list.addProblem(`has lockfileVersion ${version}; it was read as 3, the newest that is known`);
    }
  },
};

interface Reading {
  readonly list: EntryList;
  readonly keys: KeySearch;
  /** What stands between the key of an entry and its members. */
  readonly afterKey: string;
}

const FOLDER = 'node_modules/';

function readFolders(root: Fields, reading: Reading): void {
  for (const [folder, entry] of eachEntryAt(root, 'packages')) {
    if (folder === '' || !isFields(entry)) continue;
    const start = folder.lastIndexOf(FOLDER);
    const isInstalled = start !== -1 && (start === 0 || folder[start - 1] === '/');
    const name = stringAt(entry, 'name') ?? (isInstalled ? folder.slice(start + FOLDER.length) : folder);
    const line = lineOf(folder, reading);
    if (isTrueAt(entry, 'link')) {
      // The folder that it leads to has an entry of its own, unless it is of another project.
      const target = stringAt(entry, 'resolved') ?? '';
      if (objectAt(root['packages'], target) === undefined) reading.list.addApart(`${name}@${target}`, 'link', line);
    } else if (!isInstalled) reading.list.addApart(`${name}@${folder}`, 'workspace', line);
    else addEntry({ name, version: stringAt(entry, 'version') ?? '' }, entry, line, reading);
  }
}

function readTree(parent: Fields, reading: Reading): void {
  for (const [key, entry] of eachEntryAt(parent, 'dependencies')) {
    if (!isFields(entry)) continue;
    const version = stringAt(entry, 'version') ?? '';
    addEntry(aliasedPackage(version) ?? { name: key, version }, entry, lineOf(key, reading), reading);
    readTree(entry, reading);
  }
}

function addEntry({ name, version }: NamedVersion, entry: Fields, line: number | undefined, { list }: Reading): void {
  const resolved = stringAt(entry, 'resolved');
  const reason = apartReasonOf(version) ?? (resolved === undefined ? undefined : reasonOfResolved(resolved));
  if (reason === undefined) list.addRegistryPackage('npm', name, version, { line, dev: isTrueAt(entry, 'dev') });
  else list.addApart(`${name}@${apartReasonOf(version) === undefined ? resolved || version : version}`, reason, line);
}

/** An empty address was left by npm where a package was copied in from a folder; without the member it is a registry's. */
function reasonOfResolved(resolved: string) {
  return resolved === '' ? 'no_registry' : apartReasonOf(resolved);
}

function lineOf(key: string, { keys, afterKey }: Reading): number | undefined {
  return keys.lineOf(`${JSON.stringify(key)}${afterKey}`);
}
