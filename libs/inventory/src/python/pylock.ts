import type { Format } from '../entries/format';
import { readPackageTables, reasonOfMembers, type PackageTable } from './python-packages';

/** The lockfile that tools of Python share (PEP 751), one or several a project: `pylock.toml`, `pylock.dev.toml`. */
export const pylock: Format = {
  id: 'pylock',
  label: 'pylock.toml and pylock.*.toml (PEP 751)',
  matches: (path) => /(?:^|\/)pylock(?:\.[^./]+)?\.toml$/.test(path),
  read: (file, list) => readPackageTables(file, TABLE, list),
};

const TABLE: PackageTable = {
  key: 'packages',
  reasonOf: (entry) =>
    reasonOfMembers(entry, [
      ['vcs', 'git'],
      ['directory', 'path'],
      ['archive', 'url'],
    ]),
};
