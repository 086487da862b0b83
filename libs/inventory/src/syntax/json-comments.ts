import { closingQuote } from './json-strings';

/**
 * JSON of a text with line and block comments and commas before closing brackets (JSONC). What goes becomes blanks, so that offsets
 * and lines stay. A comment that is not closed goes to the end.
 */
export function withoutComments(text: string): string {
  const gaps = gapsOf(text);
  if (gaps.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const [from, to] of gaps.sort(([a], [b]) => a - b)) {
    parts.push(text.slice(end, from), text.slice(from, to).replace(/[^\n\r]/g, ' '));
    end = to;
  }
  parts.push(text.slice(end));
  return parts.join('');
}

/** First offset and the one after the last. */
type Gap = readonly [number, number];

function gapsOf(text: string): Gap[] {
  const gaps: Gap[] = [];
  let comma = -1;
  let previous = '';
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset] as string;
    if (BLANKS.has(character)) continue;
    const end = character === '/' ? commentEnd(text, offset) : offset;
    if (end > offset) {
      gaps.push([offset, end]);
      offset = end - 1;
      continue;
    }
    if (comma !== -1 && (character === '}' || character === ']')) gaps.push([comma, comma + 1]);
    comma = character === ',' && !BEFORE_VALUES.has(previous) ? offset : -1;
    previous = character;
    if (character === '"') offset = closingQuote(text, offset);
  }
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
