import type { ApartReason } from '../entries/entry';
import type { Format } from '../entries/format';
import { objectAt, stringAt } from '../syntax/values';
import { groupsOf, readPackageTables, type PackageTable } from './python-packages';

/** Lockfiles of poetry: a package that is not from PyPI has a source. Groups other than `main` are for development. */
export const poetryLock: Format = {
  id: 'poetry-lock',
  label: 'poetry.lock of poetry 1 and 2',
  matches: (path) => /(?:^|\/)poetry\.lock$/.test(path),
  read: (file, list) => readPackageTables(file, TABLE, list),
};

const TABLE: PackageTable = {
  key: 'package',
  reasonOf: (entry) => REASONS.get(stringAt(objectAt(entry, 'source'), 'type') ?? ''),
  isDev(entry) {
    const groups = groupsOf(entry);
    return groups.length === 0 ? stringAt(entry, 'category') === 'dev' : !groups.includes('main');
  },
};

/** `legacy` is an index. */
const REASONS: ReadonlyMap<string, ApartReason> = new Map([
  ['git', 'git'],
  ['url', 'url'],
  ['file', 'path'],
  ['directory', 'path'],
]);
