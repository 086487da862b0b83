import type { EntryList } from '../entries/entry-list';
import type { Format } from '../entries/format';
import { parseJsonObject } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { arrayAt, objectAt, stringAt } from '../syntax/values';

/**
 * Locked packages; those of `packages-dev` are for development. Every package has a repository as its source, so that only one of a
 * folder (`dist.type` `path`) is apart. PHP is a product where the file states an exact version (`platform-overrides`, or a
 * requirement without a range). Source: getcomposer.org/doc, "composer.lock".
 */
export const COMPOSER_LOCK: Format = {
  id: 'composer-lock',
  label: 'composer.lock',
  matches: (path) => /(?:^|\/)composer\.lock$/.test(path),
  read({ text }, list) {
    const lock = parseJsonObject(text, 'composer.lock');
    const lines = new KeySearch(text);
    for (const group of ['packages', 'packages-dev']) {
      for (const item of arrayAt(lock, group)) addLocked(item, group === 'packages-dev', lines, list);
    }
    addPhp(lock, new KeySearch(text), list);
  },
};

function addLocked(item: unknown, dev: boolean, lines: KeySearch, list: EntryList): void {
  const name = stringAt(item, 'name') ?? '';
  const line = lines.lineOf(`"name": ${JSON.stringify(name)}`);
  if (stringAt(objectAt(item, 'dist'), 'type') === 'path') list.addApart(name, 'path', line);
  else list.addRegistryPackage('composer', name, stringAt(item, 'version') ?? '', { line, dev });
}

function addPhp(lock: unknown, lines: KeySearch, list: EntryList): void {
  for (const member of ['platform-overrides', 'platform']) {
    const wanted = stringAt(objectAt(lock, member), 'php');
    if (wanted === undefined) continue;
    const exact = /^[=v]?(\d+(?:\.\d+)+)$/.exec(wanted.trim())?.[1];
    if (exact === undefined) continue;
    lines.lineOf(`"${member}"`);
    list.addProduct('php', exact, `${member}.php "${wanted}"`, lines.lineOf('"php"'));
    return;
  }
}
