import type { EntryList } from '../entries/entry-list';
import type { Format } from '../entries/format';
import { parseJsonObject } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { arrayAt, entriesAt, objectAt, stringAt } from '../syntax/values';

/**
 * References `name/version@user/channel#revision%time` of Conan 2 (`requires`, `build_requires`, `python_requires`) and of Conan 1
 * (`graph_lock.nodes`). Recipes of ConanCenter have no user and channel. Source: docs.conan.io, "Lockfiles".
 */
export const CONAN_LOCK: Format = {
  id: 'conan-lock',
  label: 'conan.lock of Conan 1 and 2',
  matches: (path) => /(?:^|\/)conan\.lock$/.test(path),
  read({ text }, list) {
    const lock = parseJsonObject(text, 'conan.lock');
    const lines = new KeySearch(text);
    for (const [, node] of entriesAt(objectAt(lock, 'graph_lock'), 'nodes')) {
      const reference = stringAt(node, 'ref');
      const dev = stringAt(node, 'context') === 'build';
      if (reference !== undefined) addReference(reference, dev, lines, list);
    }
    for (const member of ['requires', 'build_requires', 'python_requires', 'config_requires']) {
      for (const item of arrayAt(lock, member)) {
        if (typeof item === 'string') addReference(item, member !== 'requires', lines, list);
      }
    }
  },
};

function addReference(reference: string, dev: boolean, lines: KeySearch, list: EntryList): void {
  const line = lines.lineOf(JSON.stringify(reference));
  const [recipe = ''] = reference.split(/[#%:]/, 1);
  const [place = '', owner] = recipe.split('@', 2);
  const slash = place.indexOf('/');
  const [name, version] = slash === -1 ? [place, ''] : [place.slice(0, slash), place.slice(slash + 1)];
  if (owner !== undefined && owner !== '' && owner !== '_/_') list.addApart(place, 'private_registry', line);
  else if (name === 'conanfile.txt' || name === 'conanfile.py' || version === 'None')
    list.addApart(name, 'workspace', line);
  else list.addRegistryPackage('conan', name, version, { line, dev });
}
