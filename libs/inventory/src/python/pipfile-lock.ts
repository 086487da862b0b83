import { UnreadableFileError, type Format } from '../entries/format';
import { parseJson } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { entriesAt, isFields, stringAt } from '../syntax/values';
import { reasonOfMembers } from './python-packages';

/** Lockfiles of pipenv: `default`, `develop` and categories of the project's own. */
export const pipfileLock: Format = {
  id: 'pipfile-lock',
  label: 'Pipfile.lock of pipenv',
  matches: (path) => /(?:^|\/)Pipfile\.lock$/.test(path),
  read({ text }, list) {
    const root = parseJson(text);
    if (!isFields(root)) throw new UnreadableFileError('is no object: it is no lockfile of pipenv');
    const keys = new KeySearch(text);
    for (const category of Object.keys(root).filter((key) => key !== '_meta')) {
      keys.lineOf(`${JSON.stringify(category)}:`);
      for (const [name, entry] of entriesAt(root, category)) {
        const line = keys.lineOf(`${JSON.stringify(name)}:`);
        const version = stringAt(entry, 'version') ?? '';
        const pinned = /^===?\s*([^\s*,]+)$/.exec(version)?.[1];
        const reason =
          reasonOfMembers(entry, SOURCES) ??
          (pinned === undefined && version !== '' && version !== '*' ? 'range' : undefined);
        if (reason !== undefined) list.addApart(`${name}${version}`, reason, line);
        else list.addRegistryPackage('pypi', name, pinned ?? '', { line, dev: category === 'develop' });
      }
    }
  },
};

const SOURCES = [
  ['git', 'git'],
  ['hg', 'git'],
  ['svn', 'git'],
  ['bzr', 'git'],
  ['path', 'path'],
  ['file', 'url'],
] as const;
