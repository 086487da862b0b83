import type { ApartReason } from '../entries/entry';
import type { EntryList, PackageDetails } from '../entries/entry-list';
import { UnreadableFileError, type Format } from '../entries/format';
import { KeySearch } from '../syntax/line-numbers';
import { entriesAt, isFields, isTrueAt, objectAt, stringAt, valueAt, type Fields } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { apartReasonOf, type NamedVersion } from './package-source';
import { developmentKeys } from './pnpm-development';
import { readPnpmKey } from './pnpm-key';

/** Lockfiles of pnpm: `packages` by keys of several forms, importers for what is linked. One file may hold several documents. */
export const pnpmLockfile: Format = {
  id: 'pnpm-lockfile',
  label: 'pnpm-lock.yaml of pnpm 3 to 11 (lockfile versions 5 to 9)',
  matches: (path) => /(?:^|\/)pnpm-lock(?:\.[^/]+)?\.yaml$/.test(path),
  read({ text }, list) {
    const documents = parseYaml(text).filter((document) => document !== '');
    const lockfiles = documents.filter((document) => stringAt(document, 'lockfileVersion') !== undefined);
    if (lockfiles.length === 0) throw new UnreadableFileError('has no lockfileVersion: it is no lockfile of pnpm');
    const keys = new KeySearch(text);
    for (const lockfile of lockfiles) readLockfile(lockfile, keys, list);
  },
};

function readLockfile(lockfile: unknown, keys: KeySearch, list: EntryList): void {
  const major = Number.parseInt(stringAt(lockfile, 'lockfileVersion') ?? '', 10);
  readImporter(lockfile, keys, list);
  for (const [folder, importer] of entriesAt(lockfile, 'importers')) {
    if (folder !== '.') list.addApart(folder, 'workspace', keys.lineStartingWith(`  ${folder}:`));
    readImporter(importer, keys, list);
  }
  const inDevelopment = developmentKeys(lockfile);
  keys.lineOf('\npackages:');
  for (const [key, entry] of entriesAt(lockfile, 'packages')) {
    const dev = inDevelopment.has(key) || isTrueAt(entry, 'dev');
    addEntry(key, isFields(entry) ? entry : {}, major, { dev, line: lineOf(key, keys) }, list);
  }
  if (major > 9) list.addProblem(`has lockfileVersion ${major}; it was read as 9, the newest that is known`);
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** What is linked has no entry among the packages. */
function readImporter(importer: unknown, keys: KeySearch, list: EntryList): void {
  for (const kind of DEPENDENCIES)
    for (const [name, dependency] of entriesAt(importer, kind)) {
      const version = typeof dependency === 'string' ? dependency : (stringAt(dependency, 'version') ?? '');
      if (version.startsWith('link:')) list.addApart(`${name}@${version}`, 'link', keys.lineOf(version));
    }
}

function addEntry(key: string, entry: Fields, major: number, details: PackageDetails, list: EntryList): void {
  const { line } = details;
  const named = readPnpmKey(key, major) ?? ownName(entry);
  const reason = reasonOfResolution(objectAt(entry, 'resolution')) ?? apartReasonOf(named?.version ?? key);
  if (reason !== undefined) list.addApart(apartName(key, entry), reason, line);
  else if (named === undefined && /^[^/@:]+\.[^/@]+\//.test(key)) list.addApart(key, 'private_registry', line);
  else if (named === undefined) list.addProblem(`has a package "${key.slice(0, 100)}" that names no version`, line);
  else {
    // An address of a registry's archive stands for the version in some.
    const version = /^https?:/.test(named.version) ? (stringAt(entry, 'version') ?? '') : named.version;
    if (!/^\d/.test(version)) list.addApart(key, version === '' ? 'no_version' : 'no_registry', line);
    else list.addRegistryPackage('npm', named.name, version, details);
  }
}

/** Keys that are addresses do not name the package; the entry does. */
function apartName(key: string, entry: Fields): string {
  const name = stringAt(entry, 'name');
  return name === undefined ? key : `${name}@${key}`;
}

function ownName(entry: Fields): NamedVersion | undefined {
  const [name, version] = [stringAt(entry, 'name'), stringAt(entry, 'version')];
  return name === undefined || version === undefined ? undefined : { name, version };
}

function reasonOfResolution(resolution: Fields | undefined): ApartReason | undefined {
  if (resolution === undefined) return undefined;
  if (valueAt(resolution, 'repo') !== undefined) return 'git';
  if (valueAt(resolution, 'directory') !== undefined) return 'path';
  const tarball = stringAt(resolution, 'tarball');
  return tarball === undefined ? undefined : apartReasonOf(tarball);
}

/** Keys stand alone on their line, in quotes where they begin with `@`. */
function lineOf(key: string, keys: KeySearch): number | undefined {
  return keys.lineOf(key.startsWith('@') ? `'${key}':` : `${key}:`) ?? keys.lineOf(key);
}
