/** The commands of a shell block, one a line; a line that ends in `\` goes on. Comments and blank lines are none. */
export function shellCommands(text: string): readonly string[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
}
