import { readFileSync } from 'node:fs';

/** The lines of a `.cases.txt` file, split into columns at ` | `; blank lines and those after `#` are left out. */
export function readCases(file: string): readonly (readonly string[])[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | ').map((column) => column.trim()));
}
