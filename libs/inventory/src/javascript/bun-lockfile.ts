import { UnreadableFileError, type Format } from '../entries/format';
import { parseJsonWithComments } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { entriesAt, isFields } from '../syntax/values';
import { apartReasonOf, splitSpecifier } from './package-source';

/**
 * The lockfile of bun as text (JSON with comments): each package is a list that begins with `name@version` and, where it comes from a
 * registry, goes on with the address, which is empty for the default one.
 */
export const bunLockfile: Format = {
  id: 'bun-lockfile',
  label: 'bun.lock of bun 1.1.39 and later',
  matches: (path) => /(?:^|\/)bun\.lock$/.test(path),
  read({ text }, list) {
    const root = parseJsonWithComments(text);
    if (!isFields(root)) throw new UnreadableFileError('is no object: it is no lockfile of bun');
    const keys = new KeySearch(text);
    keys.lineOf('"packages"');
    for (const [key, entry] of entriesAt(root, 'packages')) {
      const [specifier, address] = (Array.isArray(entry) ? entry : []) as readonly unknown[];
      const line = keys.lineOf(`${JSON.stringify(key)}:`);
      if (typeof specifier !== 'string') {
        list.addProblem(`has a package "${key.slice(0, 100)}" without a name and version`, line);
        continue;
      }
      const { name, version } = splitSpecifier(specifier);
      const reason =
        apartReasonOf(version) ?? (typeof address === 'string' ? apartReasonOf(tarball(address)) : undefined);
      if (reason !== undefined) list.addApart(specifier, reason, line);
      else if (/^\d/.test(version)) list.addRegistryPackage('npm', name, version, { line });
      else list.addApart(specifier, version === '' ? 'no_version' : 'no_registry', line);
    }
  },
};

/** The address is that of the archive or of the registry alone. */
function tarball(address: string): string {
  return /^https?:/.test(address) && !/\.(?:tgz|tar\.gz)(?:[?#]|$)/.test(address) ? `${address}/-/any.tgz` : address;
}
