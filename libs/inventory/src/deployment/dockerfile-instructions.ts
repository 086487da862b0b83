import { LineCursor } from '../syntax/line-cursor';

/** One instruction with its continuation lines joined; `ONBUILD` is taken off. */
export interface Instruction {
  /** In upper case. */
  readonly keyword: string;
  readonly args: string;
  /** The line it begins on. */
  readonly line: number;
  /** The mark that would end its here-document, where the file ends before. No instruction comes after. */
  readonly unended?: string;
}

/** A Dockerfile taken apart, as BuildKit does it (Dockerfile reference, "Format" and "Here-Documents"). */
export interface DockerfileText {
  /** What continues lines and escapes variables; set by a parser directive. */
  readonly escape: '\\' | '`';
  readonly instructions: Iterable<Instruction>;
}

/** Takes a Dockerfile apart. Any text may be given; comments and the contents of here-documents are left out. */
export function readInstructions(text: string): DockerfileText {
  const escape = escapeOf(text);
  return { escape, instructions: instructionsOf(new LineCursor(text), escape) };
}

/** The directive `escape` among those at the very beginning: after any other line a comment is a comment. */
function escapeOf(text: string): '\\' | '`' {
  const lines = new LineCursor(text);
  while (lines.next()) {
    const [, name, value] = /^#[ \t]*([A-Za-z][\w-]{0,30})[ \t]*=[ \t]*(.{0,1000})/.exec(lines.text) ?? [];
    if (name === undefined) return '\\';
    if (name.toLowerCase() === 'escape') return value?.trim() === '`' ? '`' : '\\';
  }
  return '\\';
}

function* instructionsOf(lines: LineCursor, escape: string): Generator<Instruction, void> {
  while (lines.next()) {
    if (isLeftOut(lines.text)) continue;
    const { number: line } = lines;
    const [, keyword = '', args = ''] = /^\s*(?:ONBUILD\s+)*(\S+)\s*([^]*)$/i.exec(joined(lines, escape)) ?? [];
    const instruction: Instruction = { keyword: keyword.toUpperCase(), args, line };
    const unended = hasHeredocs(instruction) ? skipHeredocs(lines, args) : undefined;
    yield unended === undefined ? instruction : { ...instruction, unended };
  }
}

/** The current line with those that continue it; comments and empty lines between them do not end it. */
function joined(lines: LineCursor, escape: string): string {
  const parts: string[] = [];
  for (;;) {
    const bare = withoutEscape(lines.text, escape);
    parts.push(bare ?? lines.text);
    if (bare === undefined) return parts.join('');
    do if (!lines.next()) return parts.join('');
    while (isLeftOut(lines.text));
  }
}

/** The line without the escape character at its end, which blanks may follow; undefined where there is none, or it is escaped. */
function withoutEscape(line: string, escape: string): string | undefined {
  let end = line.length;
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end -= 1;
  if (line[end - 1] !== escape || line[end - 2] === escape) return undefined;
  return line.slice(0, end - 1);
}

/** Whether a line says nothing: empty, or a comment. */
function isLeftOut(line: string): boolean {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code !== 32 && code !== 9) return code === 35;
  }
  return true;
}

function hasHeredocs({ keyword, args }: Instruction): boolean {
  return (keyword === 'RUN' || keyword === 'COPY' || keyword === 'ADD') && args.includes('<<');
}

/** More of them in one instruction are none. */
const HEREDOCS_MAX = 100;

/** The start of a here-document, or a quotation, in which there is none. */
const HEREDOC_OR_QUOTE =
  /(?<!\S)\d{0,3}<<(-?)(["']?)([A-Za-z_][\w.-]{0,200})\2(?=\s|$|[;|&>)])|"(?:\\[^]|[^"\\])*"?|'[^']*'?/g;

/** Goes past the here-documents of an instruction; returns the mark of one that does not end. */
function skipHeredocs(lines: LineCursor, args: string): string | undefined {
  let count = 0;
  for (const [, dash, , mark] of args.matchAll(HEREDOC_OR_QUOTE)) {
    if (mark === undefined) continue;
    count += 1;
    if (count > HEREDOCS_MAX) return mark;
    do if (!lines.next()) return mark;
    while ((dash === '-' ? lines.text.replace(/^\t+/, '') : lines.text) !== mark);
  }
  return undefined;
}
