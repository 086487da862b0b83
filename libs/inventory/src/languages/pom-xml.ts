import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type Format } from '../entries/format';
import { readPom, type PomDependency } from './pom';
import { PomProperties } from './pom-properties';

/**
 * Dependencies of the project and of its profiles whose version the file itself states: written out, by a property of the file, or by
 * its own `dependencyManagement`. Nothing is resolved: what a parent or an imported POM states is apart, and so is a range. Managed
 * versions that no dependency uses, the parent and plugins are no dependencies. Source: maven.apache.org/pom.html.
 */
export const POM_XML: Format = {
  id: 'pom-xml',
  label: 'pom.xml: versions that are written out',
  matches: (path) => /(?:^|\/)pom\.xml$|\.pom$/.test(path),
  read({ text }, list) {
    const pom = readPom(text);
    if (pom === undefined) throw new UnreadableFileError('is no pom.xml: its root is not <project>');
    const properties = new PomProperties(pom.properties);
    const managed = new Map(pom.managed.map((dependency) => [nameOf(dependency, properties), dependency.version]));
    const group = properties.in('${project.groupId}');
    for (const dependency of pom.dependencies) addDependency(dependency, { managed, properties, group }, list);
  },
};

interface Context {
  /** Versions by `group:artifact`. */
  readonly managed: ReadonlyMap<string, string>;
  readonly properties: PomProperties;
  /** Of the project itself. */
  readonly group: string;
}

function nameOf({ groupId, artifactId }: PomDependency, properties: PomProperties): string {
  return `${properties.in(groupId)}:${properties.in(artifactId)}`;
}

function addDependency(dependency: PomDependency, { managed, properties, group }: Context, list: EntryList): void {
  const { scope, line } = dependency;
  const name = nameOf(dependency, properties);
  const written = dependency.version === '' ? (managed.get(name) ?? '') : dependency.version;
  const version = exactVersion(properties.in(written));
  if (name.includes('${') || version.includes('${')) list.addApart(name, 'variable', line);
  else if (scope === 'system') list.addApart(name, 'path', line);
  else if (isOwnVersion(written) && name.startsWith(`${group}:`)) list.addApart(name, 'workspace', line);
  else if (/^[[(]|,|^(?:LATEST|RELEASE)$/.test(version)) list.addApart(name, 'range', line);
  else list.addRegistryPackage('maven', name, version, { line, dev: scope === 'test' });
}

/** `[1.2.3]` demands just that version. */
function exactVersion(version: string): string {
  return /^\[\s*([^\s,[\]()]+)\s*\]$/.exec(version)?.[1] ?? version;
}

/** A module of the same group in the version of this project is built with it. */
function isOwnVersion(version: string): boolean {
  return /^\$\{(?:project\.|pom\.)?(?:parent\.)?version\}$/.test(version);
}
