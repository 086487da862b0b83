import { UnreadableFileError } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { tooDeep, tooMany } from '../syntax/fault';
import { LineNumbers } from '../syntax/line-numbers';

/** An entry of mix.lock. */
export interface MixEntry {
  readonly key: string;
  /** What the tuple holds: texts as they are, atoms with their colon, null for lists, tuples and maps. */
  readonly elements: readonly (string | null)[];
  readonly line: number;
}

/**
 * Calls `visit` with each entry of the map of Elixir terms that mix.lock is.
 * @throws UnreadableFileError where it is no such map or is nested too deep
 */
export function eachMixEntry(text: string, visit: (entry: MixEntry) => void): void {
  if (text.length > FILE_LIMITS.plainLengthMax) throw tooMany('characters', FILE_LIMITS.plainLengthMax);
  const lines = new LineNumbers(text);
  let key: Token | undefined;
  let elements: (string | null)[] = [];
  let depth = 0;
  for (let token = tokenAt(text, 0); token !== undefined; token = tokenAt(text, token.end)) {
    const { kind, value, start } = token;
    if (depth === 0 && kind !== 'open') throw notMap(lines.at(start));
    if (kind === 'open') {
      depth++;
      if (depth > FILE_LIMITS.depthMax) throw tooDeep(FILE_LIMITS.depthMax);
      if (depth === 2) elements = [];
      if (depth === 3) elements.push(null);
    } else if (kind === 'close') {
      depth--;
      if (depth === 1 && key !== undefined) visit({ key: nameOf(key), elements, line: lines.at(key.start) });
      if (depth === 1) key = undefined;
    } else if (depth === 1) key = token;
    else if (depth === 2 && elements.length < ELEMENTS_MAX) elements.push(value);
  }
  if (depth !== 0) throw new UnreadableFileError('is no mix.lock: it ends too early');
}

/** More than an entry has. */
const ELEMENTS_MAX = 16;

/** Keys are texts, and may be atoms or keywords. */
function nameOf({ kind, value }: Token): string {
  return kind === 'text' ? value : value.replace(/^:|:$/g, '');
}

interface Token {
  readonly kind: 'open' | 'close' | 'text' | 'word';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The next text, atom (`:hex`, `:"a-b"`), bracket or word. Loops instead of patterns, which have a stack that long texts fill. */
function tokenAt(text: string, from: number): Token | undefined {
  const start = skipped(text, from);
  const character = text[start];
  if (character === undefined) return undefined;
  if (character === '"') return quotedAt(text, start, start, '');
  if (character === ':' && text[start + 1] === '"') return quotedAt(text, start, start + 1, ':');
  if (character === '{' || character === '[') return { kind: 'open', value: character, start, end: start + 1 };
  if (character === '%' && text[start + 1] === '{') return { kind: 'open', value: '%{', start, end: start + 2 };
  if (character === '}' || character === ']') return { kind: 'close', value: character, start, end: start + 1 };
  let end = start + 1;
  while (end < text.length && !DELIMITERS.has(text.charCodeAt(end))) end++;
  return { kind: 'word', value: text.slice(start, end), start, end };
}

/** Behind blanks, comments, commas, and the colons and arrows behind keys. */
function skipped(text: string, from: number): number {
  let offset = from;
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === HASH) {
      const end = text.indexOf('\n', offset);
      offset = end === -1 ? text.length - 1 : end;
    } else if (code === EQUALS && text.charCodeAt(offset + 1) === GREATER) offset++;
    else if (code === COLON ? !IN_FRONT.has(text.charCodeAt(offset + 1)) : !IN_FRONT.has(code)) break;
  }
  return offset;
}

const codes = (characters: string): ReadonlySet<number> => new Set([...characters].map((one) => one.charCodeAt(0)));
const IN_FRONT = codes(' \t\r\n,');
const DELIMITERS = codes(' \t\r\n,{}[]"');
const HASH = 35;
const COLON = 58;
const EQUALS = 61;
const GREATER = 62;

/** Of a text with backslashes in it, roughly; no name or version is as long. */
const CONTENT_LENGTH_MAX = 1_000;

/** A text from its quote to the one that closes it, without backslashes before what they protect. */
function quotedAt(text: string, start: number, quote: number, prefix: string): Token {
  let content = prefix;
  let from = quote + 1;
  for (let offset = from; offset < text.length; offset++) {
    const character = text[offset];
    if (character === '"') {
      const value = content + text.slice(from, offset);
      return { kind: prefix === '' ? 'text' : 'word', value, start, end: offset + 1 };
    }
    if (character === '\\') {
      if (content.length < CONTENT_LENGTH_MAX) content += text.slice(from, offset);
      from = ++offset;
    }
  }
  return { kind: 'word', value: '', start, end: text.length };
}

function notMap(line: number): UnreadableFileError {
  return new UnreadableFileError('is no mix.lock: it holds no map of Elixir', line);
}
