import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** The repository root. */
export const ROOT = resolve(__dirname, '..', '..', '..');

const NOT_OURS = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', '.git', '.nx', 'data', 'tmp']);

/** A path below the repository root. */
export function inRoot(...parts: readonly string[]): string {
  return join(ROOT, ...parts);
}

/** The text of a file, named from the repository root. */
export function textOf(file: string): string {
  return readFileSync(inRoot(file), 'utf8');
}

/**
 * Every file of the repository, as a path from its root with `/`; installed, built and run-time files left out. The
 * tree is walked, not asked of git, so that a file is judged before it is added.
 */
export function repositoryFiles(folder = ROOT): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    // In a linked worktree it is a file that names a folder of the machine.
    if (entry.name === '.git') return [];
    if (entry.isDirectory() && (folder === ROOT || entry.name !== 'data') && NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    // Made of the docstrings, and not kept.
    if (path === join(ROOT, 'docs', 'api')) return [];
    if (entry.isDirectory()) return repositoryFiles(path);
    return entry.isFile() ? [relative(ROOT, path).split(sep).join('/')] : [];
  });
}

/** Code of any kind: what a person writes and reads. */
export function isCode(file: string): boolean {
  return /\.(ts|js|mjs|cjs)$/.test(file);
}

/** One npm workspace project. */
export interface Project {
  /** Folder from the root, e.g. `libs/signing`. */
  readonly root: string;
  readonly kind: 'app' | 'lib' | 'tool';
  readonly manifest: Manifest;
}

/** The parts of a package.json that house rules speak about. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly nx?: { readonly tags?: readonly string[] };
}

/** The workspace projects, in the order of their folders. */
export function projects(): readonly Project[] {
  const kinds = { apps: 'app', libs: 'lib', tools: 'tool' } as const;
  return (['apps', 'libs', 'tools'] as const).flatMap((folder) =>
    readdirSync(inRoot(folder))
      .map((name) => `${folder}/${name}`)
      .filter((root) => existsSync(inRoot(root, 'package.json')))
      .map((root) => ({ root, kind: kinds[folder], manifest: manifestOf(root) })),
  );
}

/** The package.json of a folder; `.` is the repository itself. */
export function manifestOf(root: string): Manifest {
  return JSON.parse(textOf(`${root}/package.json`)) as Manifest;
}
