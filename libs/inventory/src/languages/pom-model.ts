import { UnreadableFileError } from '../entries/format';
import { readPom, type Pom, type PomDependency, type PomParent } from './pom';
import { PomProperties } from './pom-properties';

/** A POM with what it inherits from those of its parents that lie in the same project. */
export interface PomModel {
  /** What the text itself states. */
  readonly own: Pom;
  /** Of it and of its parents; of the same artifact the nearest comes first. */
  readonly managed: readonly PomDependency[];
  readonly properties: PomProperties;
  /** The first of its parents that is from a repository, or whose POM is not there; it may be that of a parent. */
  readonly parent?: PomParent;
}

/** Parents of parents. */
const PARENTS_MAX = 10;

/**
 * Puts a POM together with its parents by the rules of Maven's inheritance: properties and managed versions of the nearest count, and
 * what they name is put in for the project that asks (`${project.version}` is its own). Source: maven.apache.org/pom.html, "Inheritance".
 * @param near the text of another file by its path from the POM's folder
 * @returns undefined where the text's root is another element
 * @throws UnreadableFileError where it is no XML
 */
export function readPomModel(text: string, near?: (path: string) => string | undefined): PomModel | undefined {
  const own = readPom(text);
  if (own === undefined) return undefined;
  const chain = [own];
  let folder = '';
  let parent = own.parent;
  while (parent !== undefined && chain.length <= PARENTS_MAX) {
    const path = `${folder}${pathOf(parent.relativePath)}`;
    const found = near === undefined || parent.relativePath === '' ? undefined : parentAt(path, parent, near);
    if (found === undefined) break;
    chain.push(found);
    folder = path.slice(0, path.lastIndexOf('/') + 1);
    parent = found.parent;
  }
  const inherited = [...chain].reverse().flatMap(({ properties }) => [...properties]);
  const properties = new PomProperties(new Map([...coordinatesOf(own), ...inherited]));
  const managed = chain.flatMap((pom) => pom.managed);
  return { own, managed, properties, ...(parent !== undefined && { parent }) };
}

/** `..` stands for the POM in that folder; what is not said is the folder above. */
function pathOf(relativePath = '../pom.xml'): string {
  return /\.(?:xml|pom)$/.test(relativePath) ? relativePath : `${relativePath.replace(/\/$/, '')}/pom.xml`;
}

/** The POM at this path, if it is the one that is meant: Maven takes it from a repository otherwise. */
function parentAt(
  path: string,
  { groupId, artifactId }: PomParent,
  near: (path: string) => string | undefined,
): Pom | undefined {
  const text = near(path);
  if (text === undefined) return undefined;
  try {
    const found = readPom(text);
    const group = found?.coordinates.get('groupId') ?? found?.parent?.groupId;
    return group === groupId && found?.coordinates.get('artifactId') === artifactId ? found : undefined;
  } catch (error) {
    // It is read, and reported, as the file that it is.
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

/** By the names under which Maven offers them. A group and version that are not stated are the parent's. */
function coordinatesOf({ coordinates, parent }: Pom): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  for (const field of ['groupId', 'artifactId', 'version'] as const) {
    const inherited = parent?.[field];
    const own = coordinates.get(field) ?? (field === 'artifactId' ? undefined : inherited);
    for (const prefix of ['project.', 'pom.', '']) {
      if (own !== undefined) properties.set(`${prefix}${field}`, own);
      if (inherited !== undefined && inherited !== '') properties.set(`${prefix}parent.${field}`, inherited);
    }
  }
  return properties;
}
