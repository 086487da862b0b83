import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type Format } from '../entries/format';
import { LineNumbers } from '../syntax/line-numbers';
import { readXml } from '../syntax/xml';
import { PomProperties } from './pom-properties';

/**
 * Packages that projects of .NET name with their versions, the lowest of which NuGet takes, also in one place for several projects, and the frameworks
 * that they are built for. What those packages bring along is in `packages.lock.json` alone. Source: learn.microsoft.com/nuget,
 * "PackageReference", "Central Package Management", "packages.config"; "Target frameworks".
 */
export const MSBUILD: Format = {
  id: 'msbuild',
  label: '*.csproj, *.fsproj, *.vbproj, Directory.Packages.props, Directory.Build.props and packages.config of .NET',
  matches: (path) =>
    /\.(?:cs|fs|vb)proj$|(?:^|\/)(?:Directory\.(?:Packages|Build)\.(?:props|targets)|packages\.config)$/i.test(path),
  read({ text, near }, list) {
    const { items, properties, frameworks } = readProject(text);
    const values = new PomProperties(properties);
    const putIn = (written: string) => values.in(putInBraces(written));
    const central = items.some(({ version }) => version === '') ? centralVersions(near) : undefined;
    for (const item of items) {
      const version = item.version === '' ? central?.get(item.name.toLowerCase()) : item.version;
      addItem({ ...item, version: putIn(version ?? '') }, list);
    }
    for (const { written, line } of frameworks)
      for (const framework of putIn(written).split(';')) addFramework(framework.trim(), line, list);
  },
};

interface Item {
  readonly name: string;
  version: string;
  dev: boolean;
  readonly line: number;
}

interface Project {
  readonly items: readonly Item[];
  readonly properties: ReadonlyMap<string, string>;
  readonly frameworks: readonly { readonly written: string; readonly line: number }[];
}

/** `package` is that of packages.config. */
const ITEMS: ReadonlySet<string> = new Set(['PackageReference', 'PackageVersion', 'GlobalPackageReference', 'package']);

function readProject(text: string): Project {
  const lines = new LineNumbers(text);
  const items: Item[] = [];
  const properties = new Map<string, string>();
  const frameworks: { written: string; line: number }[] = [];
  let content = '';
  let start = 0;
  readXml(text, {
    open(path, attributes, offset) {
      content = '';
      start = offset;
      if (!ITEMS.has(path.at(-1) ?? '')) return;
      const own = attributes();
      const name = own.get('Include') ?? own.get('Update') ?? own.get('id') ?? '';
      const version = own.get('VersionOverride') ?? own.get('Version') ?? own.get('version') ?? '';
      const dev = own.get('PrivateAssets')?.toLowerCase() === 'all' || own.get('developmentDependency') === 'true';
      items.push({ name, version, dev, line: lines.at(offset) });
    },
    text(_path, piece) {
      if (content.length < TEXT_LENGTH_MAX) content += piece.slice(0, TEXT_LENGTH_MAX);
    },
    close(path) {
      const name = path.at(-1) ?? '';
      const item = items.at(-1);
      if (name === 'Version' && ITEMS.has(path.at(-2) ?? '') && item !== undefined) item.version = content.trim();
      else if (name === 'PrivateAssets' && ITEMS.has(path.at(-2) ?? '') && item !== undefined)
        item.dev ||= content.trim().toLowerCase() === 'all';
      else if (path.at(-2) === 'PropertyGroup') {
        properties.set(name, putInBraces(content.trim()));
        if (FRAMEWORKS.has(name)) frameworks.push({ written: content.trim(), line: lines.at(start) });
      }
      content = '';
    },
  });
  return { items, properties, frameworks };
}

/** Folders above a project in which its central versions are looked for. */
const FOLDERS_MAX = 10;

/** Versions by lower-cased name of the nearest `Directory.Packages.props`, in the folder of a project or above. */
function centralVersions(near: ((path: string) => string | undefined) | undefined): ReadonlyMap<string, string> {
  for (let above = 0; near !== undefined && above <= FOLDERS_MAX; above++) {
    const text = near(`${'../'.repeat(above)}Directory.Packages.props`);
    if (text === undefined) continue;
    const { items, properties } = projectOrNothing(text);
    const values = new PomProperties(properties);
    return new Map(items.map(({ name, version }) => [name.toLowerCase(), values.in(putInBraces(version))]));
  }
  return new Map();
}

function projectOrNothing(text: string): Project {
  try {
    return readProject(text);
  } catch (error) {
    // It is read, and reported, as the file that it is.
    if (error instanceof UnreadableFileError) return { items: [], properties: new Map(), frameworks: [] };
    throw error;
  }
}

/** Properties in the way of Maven: `${name}` of `$(name)`. */
function putInBraces(written: string): string {
  return written.replace(/\$\(([\w.-]+)\)/g, '${$1}');
}

const TEXT_LENGTH_MAX = 1_000;
const FRAMEWORKS: ReadonlySet<string> = new Set(['TargetFramework', 'TargetFrameworks', 'TargetFrameworkVersion']);

function addItem({ name, version, dev, line }: Item, list: EntryList): void {
  const exact = /^\[\s*([^\s,[\]()]+)\s*\]$/.exec(version)?.[1] ?? version;
  if (/[${]/.test(name + exact)) list.addApart(`${name} ${version}`, 'variable', line);
  else if (name !== '' && version === '') list.addApart(name, 'no_version', line);
  else if (/^[[(]|[*,]/.test(exact)) list.addApart(`${name} ${version}`, 'range', line);
  else if (name !== '') list.addRegistryPackage('nuget', name, exact, { line, dev });
}

/** `net6.0-windows`, `netcoreapp3.1`, `net472` and `v4.7.2`; netstandard is no runtime. */
function addFramework(framework: string, line: number, list: EntryList): void {
  const from = `target framework "${framework}"`;
  const [, core] = /^(?:net|netcoreapp)(\d{1,2}\.\d)(?:-|$)/.exec(framework) ?? [];
  const [, digits] = /^net(\d{2,3})$/.exec(framework) ?? [];
  const full = digits === undefined ? /^v(\d(?:\.\d){1,2})$/.exec(framework)?.[1] : [...digits].join('.');
  if (core !== undefined) list.addProduct('dotnet', core, from, line);
  else if (full !== undefined) list.addProduct('dotnetfx', full, from, line);
  else if (framework !== '' && !framework.startsWith('netstandard'))
    list.addApart(framework, /[${]/.test(framework) ? 'variable' : 'unsupported', line);
}
