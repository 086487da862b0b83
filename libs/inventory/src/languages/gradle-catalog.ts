import type { EntryList } from '../entries/entry-list';
import type { Format } from '../entries/format';
import { KeySearch } from '../syntax/line-numbers';
import { addRuntime } from '../syntax/runtime-demand';
import { parseToml } from '../syntax/toml';
import { entriesAt, objectAt, stringAt, valueAt } from '../syntax/values';

/**
 * Libraries of a version catalog, whose versions are written out; which of them are used, and what they bring along, only Gradle knows. Plugins
 * are of another repository and apart, but for those that have the version of their product. Source: docs.gradle.org, "Version catalogs".
 */
export const GRADLE_CATALOG: Format = {
  id: 'gradle-catalog',
  label: 'gradle/libs.versions.toml and other version catalogs of Gradle',
  matches: (path) => /\.versions\.toml$/.test(path),
  read({ text }, list) {
    const catalog = parseToml(text);
    const lines = new KeySearch(text);
    const versions = objectAt(catalog, 'versions');
    lines.lineOf('[libraries]');
    for (const [alias, library] of entriesAt(catalog, 'libraries')) {
      const written = typeof library === 'string' ? library.split(':') : [];
      const [group = '', name = ''] = written.length > 0 ? written : moduleOf(library);
      const version = written.length > 0 ? (written[2] ?? '') : versionOf(valueAt(library, 'version'), versions);
      addLibrary(`${group}:${name}`, version, lines.lineStartingWith(alias), list);
    }
    lines.lineOf('[plugins]');
    for (const [alias, plugin] of entriesAt(catalog, 'plugins')) {
      const [id = '', written] = typeof plugin === 'string' ? plugin.split(':') : [stringAt(plugin, 'id')];
      const version = written ?? versionOf(valueAt(plugin, 'version'), versions);
      addPlugin(id, version, lines.lineStartingWith(alias), list);
    }
  },
};

function moduleOf(library: unknown): readonly string[] {
  return stringAt(library, 'module')?.split(':') ?? [stringAt(library, 'group') ?? '', stringAt(library, 'name') ?? ''];
}

/** A text, a reference to `[versions]`, or a rich version, of which the strictest part counts. */
function versionOf(version: unknown, versions: unknown): string {
  if (typeof version === 'string') return version;
  const named = stringAt(version, 'ref');
  const rich = named === undefined ? version : valueAt(versions, named);
  if (typeof rich === 'string') return rich;
  return stringAt(rich, 'prefer') ?? stringAt(rich, 'strictly') ?? stringAt(rich, 'require') ?? '';
}

function addLibrary(name: string, version: string, line: number | undefined, list: EntryList): void {
  if (isRange(version)) list.addApart(`${name} ${version}`, 'range', line);
  else list.addRegistryPackage('maven', name, version, { line });
}

function isRange(version: string): boolean {
  return /^[[\](]|\+$|^latest\./.test(version);
}

/** Plugins that have the version of what they are of. */
const TOOLS: readonly (readonly [RegExp, string])[] = [
  [/^org\.springframework\.boot$/, 'spring-boot'],
  [/^org\.jetbrains\.kotlin\./, 'kotlin'],
  [/^io\.quarkus$/, 'quarkus'],
];

function addPlugin(id: string, version: string, line: number | undefined, list: EntryList): void {
  const [, tool] = TOOLS.find(([pattern]) => pattern.test(id)) ?? [];
  if (tool === undefined || !/^\d/.test(version)) list.addApart(`plugin ${id} ${version}`.trim(), 'unsupported', line);
  else addRuntime(list, { tool, written: version, where: `plugin ${id}`, line });
}
