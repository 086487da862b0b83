import { eachLine } from '../syntax/lines';

/** A line of go.mod or go.work: its verb, also where that stands before the parenthesis of a block, and the words after it. */
export interface GoDirective {
  readonly verb: string;
  readonly words: readonly string[];
  readonly line: number;
}

/**
 * Calls `visit` with each directive in order, those of a block one by one with the block's verb. Comments go; quotes around paths are
 * taken off. Source: go.dev/ref/mod, "Lexical elements" and "Grammar".
 */
export function eachGoDirective(text: string, visit: (directive: GoDirective) => void): void {
  let block: string | undefined;
  eachLine(text, (content, line) => {
    const words = wordsOf(content);
    const [first, ...rest] = words;
    if (first === undefined) return;
    if (block !== undefined) {
      if (first === ')') block = undefined;
      else visit({ verb: block, words, line });
    } else if (rest.at(-1) === '(') block = first;
    // `require ()` is an empty block.
    else if (rest.at(-1) !== ')' || rest.at(-2) !== '(') visit({ verb: first, words: rest, line });
  });
}

/** Words that blanks or parentheses end; a comment ends the line, even behind a word without a blank. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [word, quoted, raw] of line.matchAll(WORD)) {
    if (word.startsWith('//')) break;
    words.push(quoted === undefined ? (raw ?? word) : unquoted(quoted));
  }
  return words;
}

/** A quote that is not closed reaches to the end of the line. */
const WORD = /"((?:[^"\\]|\\.)*)"?|`([^`]*)`?|\/\/|[()]|(?:(?!\/\/)[^\s()"`])+/g;

function unquoted(content: string): string {
  return content.replace(/\\(.)/g, '$1');
}
