import type { ApartReason } from '../entries/entry';
import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type Format } from '../entries/format';
import { KeySearch } from '../syntax/line-numbers';
import { entriesAt, isFields, objectAt, stringAt } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';

/**
 * Packages of Dart and Flutter. Of the public repository or one of its mirrors; packages of the SDK come with that. Source:
 * dart.dev/tools/pub/glossary, "Lockfile".
 */
export const PUBSPEC_LOCK: Format = {
  id: 'pubspec-lock',
  label: 'pubspec.lock of Dart and Flutter',
  matches: (path) => /(?:^|\/)pubspec\.lock$/.test(path),
  read({ text }, list) {
    const [lock] = parseYaml(text);
    if (lock !== undefined && !isFields(lock)) throw new UnreadableFileError('is no pubspec.lock: it holds no mapping');
    const lines = new KeySearch(text);
    lines.lineOf('packages:');
    for (const [name, item] of entriesAt(lock, 'packages')) {
      // Found by its line break, which ends the line before.
      const before = lines.lineOf(`\n  ${name}:`);
      addLocked(name, item, before === undefined ? lines.lineOf(` ${name}:`) : before + 1, list);
    }
  },
};

function addLocked(name: string, item: unknown, line: number | undefined, list: EntryList): void {
  const source = stringAt(item, 'source') ?? '';
  const host = stringAt(objectAt(item, 'description'), 'url') ?? '';
  if (source !== 'hosted') list.addApart(name, APART.get(source) ?? 'unsupported', line);
  else if (!PUBLIC.test(host)) list.addApart(name, 'private_registry', line);
  else {
    const dev = stringAt(item, 'dependency') === 'direct dev';
    list.addRegistryPackage('pub', name, stringAt(item, 'version') ?? '', { line, dev });
  }
}

const APART: ReadonlyMap<string, ApartReason> = new Map([
  ['git', 'git'],
  ['path', 'path'],
  ['sdk', 'no_registry'],
]);

/** pub.dev by its names, and the mirrors that dart.dev lists for China. */
const PUBLIC =
  /^(?:https?:\/\/(?:pub\.dev|pub\.dartlang\.org|pub\.flutter-io\.cn|mirrors\.tuna\.tsinghua\.edu\.cn\/dart-pub|mirror\.sjtu\.edu\.cn\/dart-pub)\/?)?$/;
