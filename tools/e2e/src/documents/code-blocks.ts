/** A fenced code block of a Markdown page. */
export interface CodeBlock {
  /** The page's path from the root of the repository. */
  readonly page: string;
  /** The line of the opening fence, counted from 1. */
  readonly line: number;
  /** The first word after the fence, e.g. `ts`; empty where there is none. */
  readonly language: string;
  /** The further words after the fence. */
  readonly words: readonly string[];
  readonly text: string;
}

/** The fenced code blocks of a page, in order (CommonMark section 4.5; blocks of lists may be indented). */
export function codeBlocks(page: string, markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', fence, info = ''] = /^( *)(`{3,}|~{3,})([^`]*)$/.exec(lines[at]!) ?? [];
    if (fence === undefined) continue;
    const opened = at;
    const text: string[] = [];
    for (at++; at < lines.length && lines[at]!.trim() !== fence; at++) text.push(withoutIndent(lines[at]!, indent));
    if (at === lines.length) throw new Error(`${page}:${opened + 1}: the code block is never closed`);
    const [language = '', ...words] = info.trim().split(/\s+/);
    blocks.push({ page, line: opened + 1, language, words, text: `${text.join('\n')}\n` });
  }
  return blocks;
}

function withoutIndent(line: string, indent: string): string {
  return line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
}

/** Where a block stands, as editors and terminals link it. */
export function placeOf({ page, line }: CodeBlock): string {
  return `${page}:${line}`;
}
