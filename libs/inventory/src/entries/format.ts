import type { EntryList } from './entry-list';

/** What a reader is given besides the text. */
export interface FileText {
  /** With `/` between folders; the last part is the file's name. */
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
  /** The text of another file, by its path from the folder of this one; undefined where it cannot be read. Absent where there are no others. */
  readonly near?: (path: string) => string | undefined;
}

/** A kind of file that is read. */
export interface Format {
  /** Its name in outputs and for `--as`, such as `npm-lockfile`. */
  readonly id: string;
  /** What it is, for people: `package-lock.json and npm-shrinkwrap.json of npm 1 to 11`. */
  readonly label: string;
  /** Whether a file of this path is of this kind, by name alone. Cheap: called for every file of a folder. */
  matches(path: string): boolean;
  /**
   * Whether a file whose name says nothing (`*.json`, `*.yaml`) is of this kind, by its text; absent where names suffice. It looks
   * at no more than the first 64 KB.
   */
  recognizes?(head: string): boolean;
  /** It is no text: `read` gets an empty one. */
  readonly isBinary?: true;
  /** A folder is not searched for it where a file next to it says all that it does. */
  readonly unless?: { readonly sibling: string; saysAll(text: string): boolean };
  /**
   * Adds what the file names.
   * @throws UnreadableFileError where it is not of this kind or broken as a whole; anything else is a fault of ours
   */
  read(file: FileText, list: EntryList): void;
}

/** A file cannot be read as its format. The message follows the file's name: `is no JSON (line 3, column 7: …)`. */
export class UnreadableFileError extends Error {
  constructor(
    message: string,
    readonly line?: number,
  ) {
    super(message);
    this.name = 'UnreadableFileError';
  }
}
