import type { Format } from '../entries/format';
import { readYarnBerry } from './yarn-berry';
import { readYarnClassic } from './yarn-classic';

/** Lockfiles of yarn, whose two forms share a name: one of its own (1) and YAML with `__metadata` (2 and later). */
export const yarnLockfile: Format = {
  id: 'yarn-lockfile',
  label: 'yarn.lock of yarn 1 to 4',
  matches: (path) => /(?:^|\/)yarn\.lock$/.test(path),
  read: (file, list) =>
    /^"?__metadata"?:/m.test(file.text) ? readYarnBerry(file.text, list) : readYarnClassic(file.text, list),
};
