import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  type Dirent,
  type Stats,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { FILE_LIMITS, formatOf, type InputFile } from '@stackcheck/inventory';
import { CliError, EXIT } from '../program/exit-code';
import { notRead } from '../terminal/system-faults';
import { isExcluded } from './excluded';
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

/**
 * The files below these paths that are of a kind that is read, in the order of their names, each once. Links to folders are
 * not followed.
 * @param exclude patterns, see `isExcluded`
 * @param within the file to read in place of one that was found; undefined leaves it out, as one that a link leads away from
 * @param onManifest called for each manifest of dependencies, read or not
 * @throws CliError `unreadable` where a path is not there
 */
export function* findFiles(
  paths: readonly string[],
  cwd: string,
  exclude: readonly string[],
  within: (file: string) => string | undefined = (file) => file,
  onManifest: (found: FoundManifest) => void = () => undefined,
): Generator<FoundFile> {
  const seen = new Set<string>();
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    const stats = statsOf(absolute, path);
    if (stats === undefined) throw new CliError(EXIT.unreadable, `${path} is not there; name a file or folder that is`);
    const found = stats.isDirectory() ? filesBelow(absolute) : [absolute];
    for (const file of found) {
      const shown = shownPath(file, cwd);
      if (seen.has(file) || (stats.isDirectory() && isExcluded(shown, exclude))) continue;
      seen.add(file);
      const isNamed = !stats.isDirectory();
      const target = within(file);
      if (target === undefined) continue;
      if (isManifest(shown)) onManifest({ path: shown, head: () => headOf(target) });
      if (!isNamed && !isSought(target, shown, within)) continue;
      yield { path: shown, isNamed, read: () => ({ path: shown, bytes: readBounded(target) }) };
    }
  }
}

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
    } else if (entry.isFile() || (entry.isSymbolicLink() && isLinkToFile(path))) yield path;
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

/** One that leads nowhere or to itself stands for a file where its name is that of a kind: that it cannot be read is said. */
function isLinkToFile(path: string): boolean {
  try {
    return statSync(path).isFile();
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
  return sibling === undefined || !existsSync(sibling) || !unless.saysAll(headOf(sibling));
}

function isOfAKind(file: string, shown: string): boolean {
  if (formatOf(shown) !== undefined) return true;
  return SNIFFED.test(shown) && formatOf(shown, headOf(file)) !== undefined;
}

/** The beginning of a file; nothing where it cannot be read: whether that matters is not known then. */
function headOf(file: string): string {
  const buffer = Buffer.alloc(HEAD_BYTES);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

/** At most a byte more than a reader takes, so that it says itself that the file is too large. */
function readBounded(file: string): Uint8Array {
  const { size } = lstatSync(file);
  if (size <= FILE_LIMITS.bytesMax) return readFileSync(file);
  return new Uint8Array(FILE_LIMITS.bytesMax + 1);
}

function shownPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return (path === '' ? file : path).split(sep).join('/');
}
