/** The lines of a `.cases.txt` file, split into columns at ` | `; blank lines and those after `#` are left out. */
export function readCases(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | ').map((column) => column.trim()));
}
