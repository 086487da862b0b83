/** Lines under one heading; without a heading they follow the first line of all. */
export interface Section {
  readonly title?: string;
  readonly lines: readonly string[];
}

/**
 * As many whole lines as have room under a heading line, in order, with a count of the others. A title stands only where
 * a line of its section does.
 * @param charsMax greatest length, in UTF-16 code units; the heading line is much shorter
 */
export function fitLines(head: string, sections: readonly Section[], charsMax: number): string {
  const entries = sections.flatMap(({ title, lines }) =>
    lines.map((line, at) => ({
      line,
      before: at > 0 ? '\n' : title === undefined ? '\n\n' : `\n\n${title}\n\n`,
    })),
  );
  let text = head;
  for (const [at, { line, before }] of entries.entries()) {
    const longer = text + before + line;
    const left = entries.length - at - 1;
    if (longer.length + (left === 0 ? 0 : more(left, false).length) > charsMax) {
      return text + more(left + 1, at === 0);
    }
    text = longer;
  }
  return text;
}

/** @param isFirst whether no line stands before it */
function more(count: number, isFirst: boolean): string {
  return `${isFirst ? '\n\n' : '\n'}- and ${count} more`;
}
