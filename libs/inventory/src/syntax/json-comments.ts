import { FILE_LIMITS } from '../entries/limits';
import { tooMany } from './fault';
import { closingQuote } from './json-strings';

/**
 * JSON of a text with line and block comments and commas before closing brackets (JSONC). What goes becomes blanks, so that offsets
 * and lines stay. A comment that is not closed goes to the end.
 * @throws UnreadableFileError for a text that is too long or has too many comments
 */
export function withoutComments(text: string): string {
  if (text.length > FILE_LIMITS.plainLengthMax) throw tooMany('characters', FILE_LIMITS.plainLengthMax);
  const gaps = gapsOf(text);
  if (gaps.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (let index = 0; index < gaps.length; index += 2) {
    const from = gaps[index] as number;
    const to = gaps[index + 1] as number;
    parts.push(
      text.slice(end, from),
      text.slice(from, to).replace(/[^\n\r]+/g, ({ length }) => ' '.repeat(length)),
    );
    end = to;
  }
  parts.push(text.slice(end));
  return parts.join('');
}

/** The first offset of each gap and the one after its last, in their order; one list, as there may be very many. */
function gapsOf(text: string): readonly number[] {
  const gaps: number[] = [];
  /** Comments after a comma, which come after it in the list if it goes. */
  let pending: number[] = [];
  let comma = -1;
  let previous = '';
  const settle = () => {
    for (const offset of pending) gaps.push(offset);
    pending = [];
    if (gaps.length > FILE_LIMITS.jsonGapsMax * 2) throw tooMany('comments', FILE_LIMITS.jsonGapsMax);
  };
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset] as string;
    if (BLANKS.has(character)) continue;
    const end = character === '/' ? commentEnd(text, offset) : offset;
    if (end > offset) {
      pending.push(offset, end);
      if (pending.length > FILE_LIMITS.jsonGapsMax) settle();
      offset = end - 1;
      continue;
    }
    if (comma !== -1 && (character === '}' || character === ']')) gaps.push(comma, comma + 1);
    settle();
    comma = character === ',' && !BEFORE_VALUES.has(previous) ? offset : -1;
    previous = character;
    if (character === '"') offset = closingQuote(text, offset);
  }
  settle();
  return gaps;
}

const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);

/** Where a comma that follows is no end of a list but a fault. */
const BEFORE_VALUES: ReadonlySet<string> = new Set(['', '[', '{', ',', ':']);

/** After the comment that begins here; the same offset where none does. */
function commentEnd(text: string, start: number): number {
  const second = text[start + 1];
  if (second !== '/' && second !== '*') return start;
  const end = second === '/' ? text.indexOf('\n', start) : text.indexOf('*/', start + 2) + 2;
  return end > start + 1 ? end : text.length;
}
