import type { Format } from '../entries/format';
import { groupsOf, readPackageTables, reasonOfMembers, type PackageTable } from './python-packages';

/**
 * Lockfiles of pdm: a package that is not from an index names where it is from. Of its groups `dev` alone is known to be for
 * development; others may be extras.
 */
export const pdmLock: Format = {
  id: 'pdm-lock',
  label: 'pdm.lock',
  matches: (path) => /(?:^|\/)pdm(?:\.[^/]+)?\.lock$/.test(path),
  read: (file, list) => readPackageTables(file, TABLE, list),
};

const TABLE: PackageTable = {
  key: 'package',
  reasonOf: (entry) =>
    reasonOfMembers(entry, [
      ['git', 'git'],
      ['hg', 'git'],
      ['svn', 'git'],
      ['bzr', 'git'],
      ['url', 'url'],
      ['path', 'path'],
    ]),
  isDev(entry) {
    const groups = groupsOf(entry);
    return groups.length > 0 && groups.every((group) => group === 'dev');
  },
};
