import type { AffectedSpec } from './advisory';

/** More import paths than any published record has; beyond it nothing is said of packages, since a part of them would be wrong. */
export const IMPORTS_MAX = 64;
const PATH_CHARS_MAX = 300;

/**
 * The import paths of the Go packages that an `affected` entry is about (`ecosystem_specific.imports` of the Go vulnerability
 * database), sorted, each once; undefined where it does not say, or in a form that is not known. The member belongs to the database,
 * and not to the OSV schema, so no form of it is a fault of the record.
 */
export function readImports(specific: unknown): readonly string[] | undefined {
  const { imports } = (specific ?? {}) as { readonly imports?: unknown };
  if (!Array.isArray(imports) || imports.length === 0 || imports.length > IMPORTS_MAX) return undefined;
  const paths = imports.map((entry: unknown) => (entry as { readonly path?: unknown } | null)?.path);
  if (!paths.every(isPath)) return undefined;
  return [...new Set(paths)].sort();
}

/** What import paths are made of: printable ASCII (Go specification, import declarations). */
function isPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= PATH_CHARS_MAX && /^[!-~]+$/.test(path);
}

/** The import paths that an advisory is about in a package, sorted; null where any of its entries does not say. */
export function importsOf(affected: readonly AffectedSpec[]): readonly string[] | null {
  const [first] = affected;
  if (first?.imports === undefined) return null;
  if (affected.length === 1) return first.imports;
  return affected.every(({ imports }) => imports !== undefined)
    ? joinImports(affected.map(({ imports = [] }) => imports))
    : null;
}

/** All of these, sorted, each once; null where they are too many. */
export function joinImports(lists: readonly (readonly string[])[]): readonly string[] | null {
  const all = [...new Set(lists.flat())].sort();
  return all.length > IMPORTS_MAX ? null : all;
}

const NAMED_MAX = 3;

/**
 * `the package openpgp`: the packages of a module that import paths name, those below another one of them left out. Null where they
 * are not known, or the package at the root of the module is one of them.
 */
export function packagesNamed(imports: readonly string[] | null, module: string): string | null {
  if (imports === null) return null;
  const root = module.toLowerCase();
  const paths = imports.map((path) => (path.toLowerCase().startsWith(`${root}/`) ? path.slice(root.length + 1) : path));
  if (paths.some((path) => path.toLowerCase() === root)) return null;
  const tops = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)));
  const shown = tops.slice(0, NAMED_MAX);
  if (tops.length === 1) return `the package ${tops[0]}`;
  const rest = tops.length - shown.length;
  const last = rest > 0 ? `${rest} more` : (shown.pop() as string);
  return `the packages ${shown.join(', ')} and ${last}`;
}
