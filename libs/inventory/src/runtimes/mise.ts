import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import type { PackageType } from '../entries/purl';
import { KeySearch } from '../syntax/line-numbers';
import { addRuntime } from '../syntax/runtime-demand';
import { parseToml } from '../syntax/toml';
import { entriesAt, stringAt } from '../syntax/values';

const NAME = /(?:^|[/.])mise(?:\.[\w-]+)?\.toml$|(?:^|\/)\.?mise\/config(?:\.[\w-]+)?\.toml$/;

/** Configuration of mise: `[tools]`, each with a version, several, or a table with one (mise documentation, "Configuration"). */
export const mise: Format = {
  id: 'mise',
  label: 'mise.toml, .mise.toml, mise.local.toml and mise/config.toml of mise',
  matches: (path) => NAME.test(path),
  read({ text }: FileText, list: EntryList): void {
    const search = new KeySearch(text);
    for (const [tool, value] of entriesAt(parseToml(text), 'tools')) {
      const line = search.lineOf(tool);
      const versions = versionsOf(value);
      if (versions.length === 0) list.addApart(tool, 'no_version', line);
      for (const written of versions) addTool(list, tool, written, line);
    }
  },
};

function versionsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(versionsOf);
  if (typeof value === 'number') return [String(value)];
  const version = typeof value === 'string' ? value : stringAt(value, 'version');
  return version === undefined ? [] : [version];
}

/** Backends that install packages of a registry. */
const REGISTRIES: ReadonlyMap<string, PackageType> = new Map([
  ['cargo', 'cargo'],
  ['gem', 'gem'],
  ['npm', 'npm'],
  ['pipx', 'pypi'],
]);

function addTool(list: EntryList, tool: string, written: string, line: number | undefined): void {
  const [, backend = '', name = tool] = /^([a-z]+):(.*)$/.exec(tool) ?? [];
  const type = REGISTRIES.get(backend);
  if (type === undefined) {
    const known = backend === 'core' || backend === 'asdf' || backend === 'vfox' ? name : tool;
    return addRuntime(list, { tool: known, written, where: `mise tools.${tool}`, line });
  }
  // A shorter version stands for the newest that begins so.
  if (/^\d+\.\d+\.\d+/.test(written)) list.addRegistryPackage(type, name, written, { line });
  else list.addApart(`${tool} ${written}`, 'range', line);
}
