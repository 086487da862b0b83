import { FILE_LIMITS } from '../entries/limits';
import { LineNumbers } from '../syntax/line-numbers';
import { readXml } from '../syntax/xml';

/** A dependency as written; what is missing is empty. */
export interface PomDependency {
  groupId: string;
  artifactId: string;
  version: string;
  scope: string;
  /** Of its start tag. */
  readonly line: number;
}

/** The POM that another one inherits from. */
export interface PomParent extends PomDependency {
  /** As written; absent where the folder above is meant, empty where no file is. */
  readonly relativePath?: string;
}

/** What a POM states of its dependencies. */
export interface Pom {
  /** Of the project and of its profiles. */
  readonly dependencies: readonly PomDependency[];
  /** Of the project's and its profiles' `dependencyManagement`. */
  readonly managed: readonly PomDependency[];
  /** Its own `groupId`, `artifactId` and `version`. */
  readonly coordinates: ReadonlyMap<string, string>;
  readonly properties: ReadonlyMap<string, string>;
  readonly parent?: PomParent;
}

/**
 * Reads a POM.
 * @returns undefined where the root is another element
 * @throws UnreadableFileError where it is no XML
 */
export function readPom(text: string): Pom | undefined {
  const lines = new LineNumbers(text);
  const dependencies: PomDependency[] = [];
  const managed: PomDependency[] = [];
  const values = new Map<string, string>();
  let current: PomDependency | undefined;
  let root: string | undefined;
  let parentLine = 0;
  let content = '';
  readXml(text, {
    open(path, _attributes, offset) {
      root ??= path[0];
      content = '';
      if (path.length === 2 && path[1] === 'parent') parentLine = lines.at(offset);
      const list = listOf(path, dependencies, managed);
      if (list === undefined || dependencies.length + managed.length >= FILE_LIMITS.entriesMax) return;
      current = { groupId: '', artifactId: '', version: '', scope: '', line: lines.at(offset) };
      list.push(current);
    },
    text(path, piece) {
      // Texts that matter are short, and only the innermost element of a path has one.
      if (path.length <= DEPTH_MAX && content.length < TEXT_LENGTH_MAX) content += piece.slice(0, TEXT_LENGTH_MAX);
    },
    close(path) {
      const value = content.trim();
      const own = path.at(-1) ?? '';
      content = '';
      if (path.at(-2) === 'dependency' && current !== undefined && isField(own)) current[own] = value;
      else if (path.at(-1) === 'dependency') current = undefined;
      else if (path.length <= 3 && path[0] === 'project') setValue(path, value, values);
    },
  });
  if (root !== 'project') return undefined;
  const parent = parentOf(values, parentLine);
  const [coordinates, properties] = [withPrefix('project/', values), withPrefix('project/properties/', values)];
  return { dependencies, managed, coordinates, properties, ...(parent !== undefined && { parent }) };
}

/** Of `project/profiles/profile/dependencyManagement/dependencies/dependency/version`. */
const DEPTH_MAX = 7;
const TEXT_LENGTH_MAX = 1_000;

/** The list that a `<dependency>` at this path belongs to; plugins have dependencies too, which are not the project's. */
function listOf<List>(path: readonly string[], dependencies: List, managed: List): List | undefined {
  if (path.at(-1) !== 'dependency') return undefined;
  const place = path.join('/').replace(/^project\/profiles\/profile\//, 'project/');
  if (place === 'project/dependencies/dependency') return dependencies;
  return place === 'project/dependencyManagement/dependencies/dependency' ? managed : undefined;
}

type Field = 'groupId' | 'artifactId' | 'version' | 'scope';

function isField(name: string): name is Field {
  return name === 'groupId' || name === 'artifactId' || name === 'version' || name === 'scope';
}

/** `project/version`, `project/parent/version` and `project/properties/*`. */
function setValue(path: readonly string[], value: string, values: Map<string, string>): void {
  const [, first = '', second] = path;
  if (second === undefined ? isField(first) : first === 'parent' || first === 'properties') {
    if (values.size < FILE_LIMITS.entriesMax) values.set(path.join('/'), value);
  }
}

/** Those whose path is the prefix and a name, by that name. */
function withPrefix(prefix: string, values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [path, value] of values) {
    const name = path.slice(prefix.length);
    if (path.startsWith(prefix) && !name.includes('/')) found.set(name, value);
  }
  return found;
}

function parentOf(values: ReadonlyMap<string, string>, line: number): PomParent | undefined {
  const own = withPrefix('project/parent/', values);
  if (own.size === 0) return undefined;
  const relativePath = own.get('relativePath');
  const [groupId = '', artifactId = '', version = ''] = ['groupId', 'artifactId', 'version'].map((name) =>
    own.get(name),
  );
  return { groupId, artifactId, version, scope: '', line, ...(relativePath !== undefined && { relativePath }) };
}
