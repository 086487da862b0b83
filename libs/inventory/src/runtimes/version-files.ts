import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { LineCursor } from '../syntax/line-cursor';
import { addRuntime } from '../syntax/runtime-demand';

/** Names of files that hold the version of one tool, with the tool. */
const TOOLS = [
  ['.nvmrc', 'node'],
  ['.node-version', 'node'],
  ['.python-version', 'python'],
  ['.ruby-version', 'ruby'],
  ['.java-version', 'java'],
  ['.go-version', 'go'],
  ['.php-version', 'php'],
  ['.perl-version', 'perl'],
  ['.bun-version', 'bun'],
  ['.terraform-version', 'terraform'],
  ['.opentofu-version', 'opentofu'],
] as const;

/** `.nvmrc` and its like: a version, range or word, alone in the file but for comments. */
export const VERSION_FILES: readonly Format[] = TOOLS.map(([name, tool]) => ({
  id: name.slice(1),
  label: `${name}: the version of ${tool}`,
  matches: (path) => path.endsWith(name),
  read({ text }: FileText, list: EntryList): void {
    let isEmpty = true;
    for (const { written, line } of linesOf(text)) {
      isEmpty = false;
      // Of several versions pyenv uses all; the other tools read the first line.
      const versions = tool === 'python' && !/[<>=~!,]/.test(written) ? written.split(/\s+/, VERSIONS_MAX) : [written];
      for (const version of versions) addRuntime(list, { tool, written: version, where: name, line });
      if (tool !== 'python') break;
    }
    if (isEmpty) list.addProblem(`names no version of ${tool}`);
  },
}));

/** On one line. */
const VERSIONS_MAX = 100;

/** Lines that say something. */
function* linesOf(text: string): Generator<{ readonly written: string; readonly line: number }, void> {
  const lines = new LineCursor(text);
  while (lines.next()) {
    const written = lines.text.replace(/(?:^|\s)#.*$/, '').trim();
    if (written !== '') yield { written, line: lines.number };
  }
}
