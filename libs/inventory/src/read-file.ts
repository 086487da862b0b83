import type { Entries } from './entries/entry';
import { EntryList } from './entries/entry-list';
import { UnreadableFileError, type Format } from './entries/format';
import { FILE_LIMITS } from './entries/limits';
import { FORMATS } from './formats';

/** What a file names, and as which format it was read. */
export interface FileInventory extends Entries {
  readonly path: string;
  /** Id of the format. */
  readonly format: string;
  /** Whether it could be read at all; where not, `problems` says why, and there is nothing else. */
  readonly readable: boolean;
  /**
   * Other files that it names, where there are any: their paths from its folder, and the formats they have whatever their names are. What
   * `isPart` says is part of this file, which is not whole without it.
   */
  readonly refers?: readonly {
    readonly path: string;
    readonly format: string;
    readonly isPart: boolean;
    readonly line?: number;
  }[];
}

/** A file of a folder or of standard input. */
export interface InputFile {
  /** With `/` between folders; decides the format, unless one is given. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /**
   * Another file of the project by its path from the folder of this one, such as the parent of a POM; undefined where it is not there or
   * cannot be read. Absent where there are no others.
   */
  readonly near?: (path: string) => Uint8Array | undefined;
}

/** How much of a file is looked at to recognise it. */
const HEAD_BYTES = 64 * 1024;

/**
 * The format of a file: by its name, else by its first 64 KB.
 * @param head the beginning of its text, where it is known already
 */
export function formatOf(path: string, head?: string): Format | undefined {
  const named = FORMATS.find((format) => format.matches(path));
  if (named !== undefined || head === undefined) return named;
  return FORMATS.find((format) => format.recognizes?.(head) === true);
}

/** The format of this id (`--as`). */
export function formatNamed(id: string): Format | undefined {
  return FORMATS.find((format) => format.id === id);
}

/**
 * Reads a file of any kind in {@link FORMATS}. Whatever it holds, the result is an inventory: what cannot be read is in `problems`.
 * @param format instead of the one that its name and text show
 * @returns undefined where it is of no kind that is read
 */
export function readFile(file: InputFile, format?: Format): FileInventory | undefined {
  const found = format ?? formatOf(file.path, decodeHead(file.bytes));
  return found === undefined ? undefined : readAs(found, file);
}

function readAs(format: Format, { path, bytes, near }: InputFile): FileInventory {
  const list = new EntryList();
  const others = near && { near: (other: string) => textOf(near(other)) };
  try {
    format.read({ path, text: format.isBinary === true ? '' : decode(bytes), ...others }, list);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    const problem = { message: error.message, ...(error.line !== undefined && { line: error.line }) };
    return { path, format: format.id, readable: false, ...new EntryList().entries(), problems: [problem] };
  }
  const refers = list.referred();
  return { path, format: format.id, readable: true, ...list.entries(), ...(refers.length > 0 && { refers }) };
}

/** Of another file; undefined where it is no text. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

function decodeHead(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, HEAD_BYTES));
}

function decode(bytes: Uint8Array): string {
  if (bytes.byteLength > FILE_LIMITS.bytesMax) {
    throw new UnreadableFileError(
      `is larger than ${FILE_LIMITS.bytesMax / 1024 / 1024} MB; split it or name its parts`,
    );
  }
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFileError('is no text in UTF-8 or UTF-16; save it as UTF-8');
  }
}

/** UTF-8 unless a byte order mark says otherwise: PowerShell writes `pip freeze > requirements.txt` in UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
