import { existsSync, readdirSync, statSync, type Dirent, type Stats } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { FILE_LIMITS, formatOf, type InputFile } from '@stackcheck/inventory';
import { CliError, EXIT } from '../program/exit-code';
import { notRead } from '../terminal/system-faults';
import { isExcluded } from './excluded';
import { bytesOf, headOf } from './file-bytes';
import { isManifest, type FoundManifest } from './manifests';

/** A file that may be of a kind that is read. */
export interface FoundFile {
  /** Relative to the folder that the program runs in, with `/`. */
  readonly path: string;
  /** Whether the user named this very file. */
  readonly isNamed: boolean;
  /** @throws Error of Node's where it cannot be read */
  readonly read: () => InputFile;
}

/** What is not looked into: what was installed or built, and the histories of version control. */
const SKIPPED = new Set(
  [
    '.git .hg .svn .jj .nx .cache .venv .tox .gradle .terraform',
    'node_modules bower_components jspm_packages __pycache__ site-packages venv vendor Pods',
  ].flatMap((names) => names.split(' ')),
);

/** Names that say nothing, whose text is looked at. */
const SNIFFED = /\.(?:json|ya?ml)$/;
const HEAD_BYTES = 64 * 1024;

/** How files are looked for. */
export interface FileSearch {
  readonly cwd: string;
  /** Patterns, see `isExcluded`. */
  readonly exclude: readonly string[];
  /** The file to read in place of one that was found; undefined leaves it out, as one that a link leads away from. */
  readonly within: (file: string) => string | undefined;
}

/**
 * The files below these paths that are of a kind that is read, in the order of their names, each once. Links to folders are
 * not followed.
 * @param onManifest called for each manifest of dependencies, read or not
 * @throws CliError `unreadable` where a path is not there, or is neither file nor folder
 */
export function* findFiles(
  paths: readonly string[],
  { cwd, exclude, within }: FileSearch,
  onManifest: (found: FoundManifest) => void = () => undefined,
): Generator<FoundFile> {
  const seen = new Set<string>();
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    const stats = statsOf(absolute, path);
    if (stats === undefined) throw new CliError(EXIT.unreadable, `${path} is not there; name a file or folder that is`);
    const isNamed = !stats.isDirectory();
    if (isNamed && !stats.isFile()) throw new CliError(EXIT.unreadable, `${path} ${NO_FILE}`);
    for (const file of isNamed ? [absolute] : filesBelow(absolute)) {
      const shown = shownPath(file, cwd);
      if (seen.has(file) || (!isNamed && isExcluded(shown, exclude))) continue;
      seen.add(file);
      const target = within(file);
      if (target === undefined) continue;
      if (isManifest(shown)) onManifest({ path: shown, head: () => headText(target) });
      if (!isNamed && !isSought(target, shown, within)) continue;
      yield { path: shown, isNamed, read: () => inputFile(file, target, shown, within) };
    }
  }
}

/** A file that another one names: to be read, or why it cannot be. */
export type ReferredFile =
  { readonly path: string; readonly read: () => InputFile } | { readonly path: string; readonly why: string };

/**
 * A file by its path from the folder of another one that names it. Undefined where a pattern leaves it out; nothing says whether something
 * is there that may not be read.
 * @param from path of the other as it is shown
 */
export function referredFile(
  path: string,
  from: string,
  { cwd, exclude, within }: FileSearch,
): ReferredFile | undefined {
  const file = resolve(cwd, dirname(from), path);
  const shown = shownPath(file, cwd);
  if (isExcluded(shown, exclude)) return undefined;
  const target = within(file);
  if (target === undefined) return { path: shown, why: 'is not there, or not below what may be read' };
  if (!existsSync(target)) return { path: shown, why: 'is not there' };
  return { path: shown, read: () => inputFile(file, target, shown, within) };
}

function inputFile(file: string, target: string, path: string, within: FileSearch['within']): InputFile {
  return {
    path,
    bytes: bytesOf(target, FILE_LIMITS.bytesMax),
    near(other) {
      const found = within(resolve(dirname(file), other));
      try {
        return found === undefined ? undefined : bytesOf(found, FILE_LIMITS.bytesMax);
      } catch {
        return undefined;
      }
    },
  };
}

const NO_FILE = 'is a pipe, a socket or a device, and no file; name a file, or send it to standard input and name -';

/** Of what is named; undefined where there is nothing. @throws CliError `unreadable` where it cannot be looked at */
function statsOf(absolute: string, path: string): Stats | undefined {
  try {
    return statSync(absolute, { throwIfNoEntry: false });
  } catch (cause) {
    throw new CliError(EXIT.unreadable, `${path} ${notRead(cause)}`, { cause });
  }
}

/** What is a folder that cannot be listed is a file that cannot be read: all else is still found. */
function* filesBelow(folder: string): Generator<string> {
  const entries = listed(folder);
  if (entries === undefined) yield folder;
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* filesBelow(path);
    } else if (entry.isFile() || (entry.isSymbolicLink() ? isLinkToFile(path) : formatOf(path) !== undefined))
      yield path;
  }
}

/** Sorted by name; undefined where it cannot be listed. */
function listed(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return undefined;
  }
}

/** One that leads nowhere, to itself or to a pipe stands for a file where its name is that of a kind: that it cannot be read is said. */
function isLinkToFile(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() || (!stats.isDirectory() && formatOf(path) !== undefined);
  } catch {
    return formatOf(path) !== undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a file that nobody named is read: one of a kind, unless a file next to it says the same, or a folder that cannot be listed, which is reported. */
function isSought(file: string, shown: string, within: (file: string) => string | undefined): boolean {
  const { unless } = formatOf(shown) ?? {};
  if (unless === undefined) return isOfAKind(file, shown) || isFolder(file);
  const sibling = within(join(dirname(file), unless.sibling));
  return sibling === undefined || !existsSync(sibling) || !unless.saysAll(headText(sibling));
}

function isOfAKind(file: string, shown: string): boolean {
  if (formatOf(shown) !== undefined) return true;
  return SNIFFED.test(shown) && formatOf(shown, headText(file)) !== undefined;
}

/** The beginning of a file; nothing where it cannot be read: whether that matters is not known then. */
function headText(file: string): string {
  try {
    return Buffer.from(headOf(file, HEAD_BYTES)).toString('utf8');
  } catch {
    return '';
  }
}

function shownPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return (path === '' ? file : path).split(sep).join('/');
}
