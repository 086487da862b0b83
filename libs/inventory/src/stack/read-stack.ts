import { formatNamed, readFile, type FileInventory } from '../read-file';

/** A file that was chosen, or a text that was pasted. */
export interface GivenFile {
  /** Empty of pasted text. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What was given, as far as it could be read. */
export interface ReadStack {
  readonly files: readonly FileInventory[];
  /** Names of what is of no kind that is read. */
  readonly unknown: readonly string[];
}

/**
 * Reads files of one stack, each by its name, and texts that were pasted by what is in them.
 * @param format id of the format of all of them; empty where their names and texts say it
 */
export function readStack(given: readonly GivenFile[], format = ''): ReadStack {
  const read = given.map(({ name, bytes }) => {
    const path = name === '' ? nameOf(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))) : name;
    return readFile({ path, bytes }, format === '' ? undefined : formatNamed(format));
  });
  return {
    files: read.flatMap((file) => file ?? []),
    unknown: given.flatMap(({ name }, at) => (read[at] === undefined ? name || 'the pasted text' : [])),
  };
}

const HEAD_BYTES = 65_536;

/** The name that a text of this kind usually has; what has another mark inside is recognised by that. */
function nameOf(text: string): string {
  return MARKS.find(([mark]) => mark.test(text))?.[1] ?? 'pasted';
}

const MARKS: readonly (readonly [RegExp, string])[] = [
  // Line by line: no text of any form is looked at twice.
  [/^(?:[ \t\r]*(?:(?:#|ARG )[^\n]*)?\n)*[ \t]*FROM\s+\S/i, 'Dockerfile'],
  [/^\s*\{[^]*"lockfileVersion"\s*:/, 'package-lock.json'],
  [/^\s*\{[^]*"packages-dev"\s*:/, 'composer.lock'],
  [/^lockfileVersion:/m, 'pnpm-lock.yaml'],
  [/^# yarn lockfile v1|^__metadata:/m, 'yarn.lock'],
  [/^services:/m, 'compose.yaml'],
  [/^GEM\r?\n {2}remote:/m, 'Gemfile.lock'],
  [/^module \S+\r?\n/m, 'go.mod'],
  [/^content-hash = /m, 'poetry.lock'],
  [/^source = \{ (?:registry|virtual|editable) = /m, 'uv.lock'],
  [/^\[\[package\]\]/m, 'Cargo.lock'],
  [/^[A-Za-z0-9][\w.-]*(?:\[[\w,-]+\])?==[\w.!+-]+/m, 'requirements.txt'],
];
