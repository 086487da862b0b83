import type { Entries, IdentifiedEntry, Place } from '../entries/entry';

/** One case of a table of texts. */
export interface TextCase {
  readonly title: string;
  readonly text: string;
  readonly expected: string;
}

/** Cases in the text of a `.cases.txt` file: `## title`, the lines of a text, then `=> ` and what is read of it. */
export function readTextCases(table: string): readonly TextCase[] {
  return table
    .split(/^(?=## )/m)
    .slice(1)
    .map((block) => {
      const [title = '', ...lines] = block.trimEnd().split('\n');
      const expected = lines.pop() ?? '';
      return { title: title.slice('## '.length), text: lines.join('\n'), expected: expected.replace(/^=> ?/, '') };
    });
}

/** All entries with their lines in one line of a table. */
export function inOneLine({ packages, images, products, identified, apart, problems }: Entries): string {
  return [
    ...packages.map((entry) => `${entry.purl}${lineOf(entry)}${entry.dev ? ' dev' : ''}`),
    ...images.map((entry) => `${entry.ref}${lineOf(entry)}`),
    ...products.map((entry) => `${entry.product} ${entry.version ?? '?'} (${entry.from})${lineOf(entry)}`),
    ...identified.map((entry) => `${entry.name} ${entry.version ?? '?'} (${identityOf(entry)})${lineOf(entry)}`),
    ...apart.map((entry) => `${entry.name} (${entry.why})${lineOf(entry)}`),
    ...problems.map((entry) => `[${entry.message}]${lineOf(entry)}`),
  ].join(', ');
}

function identityOf({ os, subject, cpe, purl }: IdentifiedEntry): string {
  return [os && 'os', subject && 'subject', purl, cpe].filter(Boolean).join(' ');
}

function lineOf({ line }: Place): string {
  return line === undefined ? '' : ` ${line}`;
}
