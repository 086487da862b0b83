import type { ApartReason } from '../entries/entry';
import type { EntryList } from '../entries/entry-list';
import type { Format } from '../entries/format';
import { parseJsonObject } from '../syntax/json';
import { KeySearch } from '../syntax/line-numbers';
import { arrayAt, objectAt, stringAt } from '../syntax/values';

/**
 * Packages of Swift, each a repository by its address, in the versions 1 to 3 of this file. One by branch or commit alone, of a folder or of
 * a registry is apart. Source: SwiftPM's `PinsStore` and `ResolvedPackagesStore`.
 */
export const PACKAGE_RESOLVED: Format = {
  id: 'package-resolved',
  label: 'Package.resolved of Swift',
  matches: (path) => /(?:^|\/)Package\.resolved$/.test(path),
  read({ text }, list) {
    const root = parseJsonObject(text, 'Package.resolved');
    const lines = new KeySearch(text);
    for (const pin of [...arrayAt(root, 'pins'), ...arrayAt(objectAt(root, 'object'), 'pins')])
      addPin(pin, lines, list);
  },
};

function addPin(pin: unknown, lines: KeySearch, list: EntryList): void {
  const name = stringAt(pin, 'identity') ?? stringAt(pin, 'package') ?? '';
  const address = stringAt(pin, 'location') ?? stringAt(pin, 'repositoryURL') ?? '';
  const line = lines.lineOf(JSON.stringify(name));
  const version = stringAt(objectAt(pin, 'state'), 'version');
  const why = REASONS.get(stringAt(pin, 'kind') ?? '') ?? (version === undefined ? 'git' : undefined);
  const [, host, path] = REPOSITORY.exec(address) ?? [];
  if (why !== undefined) list.addApart(version === undefined ? name : `${name}@${version}`, why, line);
  else if (host === undefined)
    list.addApart(`${name}@${version}`, /^[./~]|^file:/.test(address) ? 'path' : 'unsupported', line);
  else list.addRegistryPackage('swift', `${host}/${path}`, version ?? '', { line });
}

const REASONS: ReadonlyMap<string, ApartReason> = new Map([
  ['localSourceControl', 'path'],
  ['fileSystem', 'path'],
  ['registry', 'private_registry'],
]);

/** `https://host/path.git`, `ssh://git@host/path` and `git@host:path`; the host and the path. */
const REPOSITORY = /^(?:(?:https?|ssh|git):\/\/)?(?:[^/@\s]+@)?([\w.-]+\.[\w-]+)(?::\d+)?[/:]([^\s?#]+?)(?:\.git)?\/?$/;
