import { quoted } from '@stackcheck/contract/wording';
import { formatNamed, FORMATS, readFile, type FileInventory } from '@stackcheck/inventory';
import { CliError, EXIT } from '../program/exit-code';
import { findFiles, referredFile, type FileSearch } from '../folder/find-files';
import { withUnlocked, type FoundManifest } from '../folder/manifests';
import { notRead } from '../terminal/system-faults';
import type { Streams } from '../terminal/streams';

/** Which files are read, and as what. */
export interface ReadOptions {
  readonly exclude?: readonly string[];
  /** Id of the format to read named files and standard input as. */
  readonly as?: string | undefined;
  /** See `findFiles`. */
  readonly within?: (file: string) => string | undefined;
}

/** Of lines of progress: ten thousand files are no ten thousand lines. */
const BETWEEN_MS = 100;

/** The name that standard input has in outputs. */
export const INPUT_NAME = '-';

/**
 * Reads files and folders; `-` is standard input.
 * @returns what each file of a kind that is read names, in order
 * @throws CliError `usage` for a format that is none, `unreadable` where a named file is of no kind that is read
 */
export function readFiles(
  paths: readonly string[],
  { exclude = [], as, within = (file) => file }: ReadOptions,
  streams: Streams,
): readonly FileInventory[] {
  const format = as === undefined ? undefined : formatNamed(as);
  if (as !== undefined && format === undefined) {
    const ids = FORMATS.map(({ id }) => id).join(', ');
    throw new CliError(EXIT.usage, `--as ${as}: there is no such format; there are ${ids}`);
  }
  const files: FileInventory[] = [];
  for (const path of paths.filter((each) => each === INPUT_NAME).slice(0, 1)) {
    const inventory = readFile({ path, bytes: streams.readInput() }, format);
    if (inventory === undefined) {
      throw new CliError(
        EXIT.unreadable,
        'standard input is of no format that is recognised by its text; name it with --as',
      );
    }
    files.push(inventory);
  }
  const manifests: FoundManifest[] = [];
  const onManifest = (found: FoundManifest): number => manifests.push(found);
  let shown = 0;
  const onDisk = paths.filter((path) => path !== INPUT_NAME);
  const search: FileSearch = { cwd: streams.cwd, exclude, within };
  for (const { path, isNamed, read } of findFiles(onDisk, search, onManifest)) {
    if (streams.now() - shown >= BETWEEN_MS) {
      shown = streams.now();
      streams.progress(`reading ${files.length + 1} · ${path}`);
    }
    const inventory = readOne(path, read, isNamed ? format : undefined);
    if (inventory !== undefined) files.push(inventory);
    else if (isNamed) {
      throw new CliError(
        EXIT.unreadable,
        `${path} is of no kind that is read; say which with --as (stackcheck formats)`,
      );
    }
  }
  streams.progress('');
  return withUnlocked(withReferred(files, search), manifests);
}

/** Characters of a path that another file names. */
const PATH_SHOWN = 200;

/** With the files that they name, which may name others. One that is part of a file and cannot be read is a problem of it. */
function withReferred(files: readonly FileInventory[], search: FileSearch): readonly FileInventory[] {
  const all = [...files];
  const known = new Set(all.map(({ path }) => path));
  // It grows while it is walked.
  for (const [index, { refers = [], ...file }] of all.entries()) {
    const missing: FileInventory['problems'][number][] = [];
    for (const { path, format, isPart, line } of file.path === INPUT_NAME ? [] : refers) {
      const found = referredFile(path, file.path, search);
      if (found === undefined || known.has(found.path)) continue;
      if ('read' in found) {
        known.add(found.path);
        const inventory = readOne(found.path, found.read, formatNamed(format));
        if (inventory !== undefined) all.push(inventory);
      } else if (isPart)
        missing.push({
          message: `names ${quoted(path, PATH_SHOWN)}, which ${found.why}`,
          ...(line !== undefined && { line }),
        });
    }
    all[index] = missing.length === 0 ? file : { ...file, problems: [...file.problems, ...missing] };
  }
  return all;
}

function readOne(
  path: string,
  read: () => Parameters<typeof readFile>[0],
  format: Parameters<typeof readFile>[1],
): FileInventory | undefined {
  let file: Parameters<typeof readFile>[0];
  try {
    file = read();
  } catch (error) {
    const message = notRead(error);
    const nothing = { packages: [], images: [], products: [], identified: [], apart: [] };
    return { path, format: format?.id ?? 'unread', readable: false, ...nothing, problems: [{ message }] };
  }
  return readFile(file, format);
}
