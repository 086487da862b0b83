/** A line of a requirements file once continuations are joined and comments are gone. */
export interface LogicalLine {
  /** Not empty, without blanks at its ends. */
  readonly content: string;
  /** Of its beginning, from 1. */
  readonly line: number;
}

/** Joins lines that end with a backslash with those after them, as pip does; comments begin after a blank or at the beginning. */
export function* logicalLines(text: string): Generator<LogicalLine> {
  let parts: string[] = [];
  let first = 1;
  let line = 0;
  for (let start = 0; start <= text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    const physical = text.slice(start, end).replace(/\r$/, '');
    start = end + 1;
    line++;
    if (parts.length === 0) first = line;
    const isComment = /^\s*#/.test(physical);
    if (!isComment && physical.endsWith('\\')) {
      parts.push(physical.slice(0, -1));
      continue;
    }
    parts.push(isComment ? '' : physical);
    yield* contentOf(parts, first);
    parts = [];
  }
  yield* contentOf(parts, first);
}

function* contentOf(parts: readonly string[], line: number): Generator<LogicalLine> {
  const joined = parts.join('');
  const comment = /(?:^|\s)#/.exec(joined);
  const content = (comment === null ? joined : joined.slice(0, comment.index)).trim();
  if (content !== '') yield { content, line };
}
