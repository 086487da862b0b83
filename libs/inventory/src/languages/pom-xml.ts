import type { EntryList } from '../entries/entry-list';
import { UnreadableFileError, type Format } from '../entries/format';
import type { PomDependency } from './pom';
import { readPomModel } from './pom-model';
import type { PomProperties } from './pom-properties';

/**
 * Dependencies of the project and of its profiles whose version is stated: written out, by a property, or by `dependencyManagement`, of the file
 * or of its parents in the same project. Nothing is resolved: what a POM of a repository states is apart, and so is a range. That parent
 * and imported POMs are packages; managed versions that no dependency uses and plugins are none. Source: maven.apache.org/pom.html.
 */
export const POM_XML: Format = {
  id: 'pom-xml',
  label: 'pom.xml: versions that are written out, there or in a parent of the project',
  matches: (path) => /(?:^|\/)pom\.xml$|\.pom$/.test(path),
  read({ text, near }, list) {
    const pom = readPomModel(text, near);
    if (pom === undefined) throw new UnreadableFileError('is no pom.xml: its root is not <project>');
    const { own, managed, properties, parent } = pom;
    const platforms = [...(parent === undefined ? [] : [parent]), ...managed.filter(isImported)];
    const versions = new Map([...managed].reverse().map((each) => [nameOf(each, properties), each.version] as const));
    const ofSpringBoot = platforms.find((platform) => isSpringBoot(nameOf(platform, properties)))?.version;
    const context: Context = {
      // Spring Boot's own artifacts have the version of its parent, or of its imported POM.
      versionOf: (name) => versions.get(name) ?? (name.startsWith(SPRING_BOOT) ? ofSpringBoot : undefined),
      properties,
      group: properties.in('${project.groupId}'),
    };
    for (const dependency of own.dependencies) addDependency(dependency, context, list);
    // Those of a parent in the same project are said where it is read.
    const stated = new Set([own.parent, ...own.managed]);
    for (const platform of platforms) if (stated.has(platform)) addPlatform(platform, context, list);
  },
};

interface Context {
  /** The managed version of an artifact by `group:artifact`; undefined where it has none. */
  readonly versionOf: (name: string) => string | undefined;
  readonly properties: PomProperties;
  /** Of the project itself. */
  readonly group: string;
}

function isImported({ scope }: PomDependency): boolean {
  return scope === 'import';
}

function nameOf({ groupId, artifactId }: PomDependency, properties: PomProperties): string {
  return `${properties.in(groupId)}:${properties.in(artifactId)}`;
}

function addDependency(dependency: PomDependency, { versionOf, properties, group }: Context, list: EntryList): void {
  const { scope, line } = dependency;
  const name = nameOf(dependency, properties);
  const written = dependency.version === '' ? (versionOf(name) ?? '') : dependency.version;
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

const SPRING_BOOT = 'org.springframework.boot:';

/** Whether it states the versions of all that Spring Boot works with. */
function isSpringBoot(name: string): boolean {
  return name === `${SPRING_BOOT}spring-boot-starter-parent` || name === `${SPRING_BOOT}spring-boot-dependencies`;
}

/** A parent or an imported POM; that of Spring Boot is the product, too. */
function addPlatform(platform: PomDependency, context: Context, list: EntryList): void {
  const { properties } = context;
  addDependency({ ...platform, scope: '' }, context, list);
  const name = nameOf(platform, properties);
  const version = exactVersion(properties.in(platform.version));
  if (!isSpringBoot(name) || !/^\d[\w.-]*$/.test(version)) return;
  list.addProduct('spring-boot', version, `${name.slice(SPRING_BOOT.length)} "${version}"`, platform.line);
}
