/** One published ordering fact, `a < b` or `a = b`. */
export interface OrderingFact {
  readonly line: string;
  readonly a: string;
  readonly b: string;
  readonly sign: 0 | -1;
}

/** The facts of a file, one a line. */
export function readFacts(text: string): readonly OrderingFact[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, a, sign, b] = /^(\S+) ([<=]) (\S+)$/.exec(line) ?? [];
      if (a === undefined || b === undefined) throw new Error(`no ordering fact: ${line}`);
      return { line, a, b, sign: sign === '<' ? -1 : 0 };
    });
}
