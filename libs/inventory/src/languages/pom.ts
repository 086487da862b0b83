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

/** What a POM states of its dependencies. */
export interface Pom {
  /** Of the project and of its profiles. */
  readonly dependencies: readonly PomDependency[];
  /** Of the project's and its profiles' `dependencyManagement`. */
  readonly managed: readonly PomDependency[];
  /** Properties of the project, and its coordinates by the names under which Maven offers them. */
  readonly properties: ReadonlyMap<string, string>;
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
  let content = '';
  readXml(text, {
    open(path, _attributes, offset) {
      root ??= path[0];
      content = '';
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
  return root === 'project' ? { dependencies, managed, properties: propertiesOf(values) } : undefined;
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

/** Own coordinates default to the parent's. */
function propertiesOf(values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  for (const field of ['groupId', 'artifactId', 'version']) {
    const parent = values.get(`project/parent/${field}`);
    const own = values.get(`project/${field}`) ?? (field === 'artifactId' ? undefined : parent);
    for (const prefix of ['project.', 'pom.', '']) {
      if (own !== undefined) properties.set(`${prefix}${field}`, own);
      if (parent !== undefined) properties.set(`${prefix}parent.${field}`, parent);
    }
  }
  for (const [path, value] of values) {
    if (path.startsWith('project/properties/')) properties.set(path.slice('project/properties/'.length), value);
  }
  return properties;
}
