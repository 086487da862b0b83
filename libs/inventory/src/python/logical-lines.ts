import { eachLine } from '../syntax/lines';

/** A line of a requirements file once continuations are joined and comments are gone. */
export interface LogicalLine {
  /** Not empty, without blanks at its ends. */
  readonly content: string;
  /** Of its beginning, from 1. */
  readonly line: number;
}

/**
 * Joins lines that end with a backslash with those after them, as pip does; comments begin after a blank or at the beginning.
 * @throws UnreadableFileError where there is too much
 */
export function logicalLines(text: string): readonly LogicalLine[] {
  const found: LogicalLine[] = [];
  let parts: string[] = [];
  let first = 0;
  const end = () => {
    const content = withoutComment(parts.length === 1 ? (parts[0] as string) : parts.join(''));
    if (content !== '') found.push({ content, line: first });
    parts = [];
  };
  eachLine(text, (physical, line) => {
    if (parts.length === 0) first = line;
    const isComment = physical.includes('#') && /^\s*#/.test(physical);
    const continues = !isComment && physical.endsWith('\\');
    parts.push(isComment ? '' : continues ? physical.slice(0, -1) : physical);
    if (!continues) end();
  });
  if (parts.length > 0) end();
  return found;
}

function withoutComment(content: string): string {
  const comment = content.includes('#') ? /(?:^|\s)#/.exec(content) : null;
  return (comment === null ? content : content.slice(0, comment.index)).trim();
}
