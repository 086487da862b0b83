import type { Format } from '../entries/format';
import { objectAt } from '../syntax/values';
import { readPackageTables, reasonOfMembers, type PackageTable } from './python-packages';

/** Lockfiles of uv: each package has a source, which is `registry` for those of an index. */
export const uvLock: Format = {
  id: 'uv-lock',
  label: 'uv.lock',
  matches: (path) => /(?:^|\/)uv\.lock$/.test(path),
  read: (file, list) => readPackageTables(file, TABLE, list),
};

const TABLE: PackageTable = {
  key: 'package',
  reasonOf: (entry) =>
    reasonOfMembers(objectAt(entry, 'source'), [
      ['virtual', 'workspace'],
      ['editable', 'workspace'],
      ['git', 'git'],
      ['url', 'url'],
      ['path', 'path'],
      ['directory', 'path'],
    ]),
};
