import type { EntryList } from '../entries/entry-list';
import type { Format } from '../entries/format';
import { eachMixEntry, type MixEntry } from './mix-terms';

/**
 * Locked packages of Hex. An entry is `"app": {:hex, :package, "version", "hash", managers, dependencies, "repository", "hash"}`; older
 * versions of Mix write fewer of these, the first `{:package, "version"}`. Source: `Hex.SCM` and `Mix.Dep.Lock`.
 */
export const MIX_LOCK: Format = {
  id: 'mix-lock',
  label: 'mix.lock of Elixir',
  matches: (path) => /(?:^|\/)mix\.lock$/.test(path),
  read: ({ text }, list) => eachMixEntry(text, (entry) => addEntry(entry, list)),
};

function addEntry({ key, elements, line }: MixEntry, list: EntryList): void {
  const [source, name, version, , , , repository] = elements;
  if (source === ':git') list.addApart(key, 'git', line);
  else if (source === ':path') list.addApart(key, 'path', line);
  else if (source !== ':hex' && source !== ':package') list.addApart(key, 'unsupported', line);
  else if ((repository ?? 'hexpm') !== 'hexpm') list.addApart(key, 'private_registry', line);
  else if (source === ':package') list.addRegistryPackage('hex', key, name ?? '', { line });
  else list.addRegistryPackage('hex', name?.replace(/^:/, '') ?? key, version ?? '', { line });
}
