import type { EntryList } from '../entries/entry-list';
import type { Format } from '../entries/format';
import { parseJsonObject } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { eachEntryAt, entriesAt, stringAt } from '../syntax/values';

/** Packages of every target framework of a .NET project. Source: NuGet's `PackagesLockFileFormat`, versions 1 and 2. */
export const NUGET_LOCK: Format = {
  id: 'nuget-lock',
  label: 'packages.lock.json of NuGet',
  matches: (path) => /(?:^|\/)packages(?:\.[^/]+)?\.lock\.json$/.test(path),
  read({ text }, list) {
    const lock = parseJsonObject(text, 'packages.lock.json');
    const lines = new KeySearch(text);
    for (const [framework] of entriesAt(lock, 'dependencies')) {
      lines.lineOf(JSON.stringify(framework));
      for (const [name, item] of eachEntryAt(lock['dependencies'], framework)) addLocked(name, item, lines, list);
    }
  },
};

function addLocked(name: string, item: unknown, lines: KeySearch, list: EntryList): void {
  const line = lines.lineOf(`${JSON.stringify(name)}: {`) ?? lines.lineOf(JSON.stringify(name));
  if (stringAt(item, 'type') === 'Project') list.addApart(name, 'workspace', line);
  else list.addRegistryPackage('nuget', name, stringAt(item, 'resolved') ?? '', { line });
}
