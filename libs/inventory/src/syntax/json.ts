import { UnreadableFileError } from '../entries/format';
import { FILE_LIMITS } from '../entries/limits';
import { syntaxFault, tooDeep, tooMany } from './fault';
import { withoutComments } from './json-comments';
import { jsonFaultOffset } from './json-fault';
import { closingQuote } from './json-strings';
import { lineAt } from './line-numbers';
import { isFields, type Fields } from './values';

/**
 * The value of a JSON text. Numbers are JavaScript's; a key that comes twice has its last value. Walk it with the functions of
 * `values.ts`.
 * @throws UnreadableFileError for what is no JSON, is nested too deep or holds too many values
 */
export function parseJson(text: string): unknown {
  requireWithinLimits(text);
  try {
    return JSON.parse(text);
  } catch {
    throw jsonFault(text);
  }
}

/**
 * As {@link parseJson}, of a text that is one object.
 * @param file its name, for who reads that it is none
 * @throws UnreadableFileError as {@link parseJson}, and where it is something else
 */
export function parseJsonObject(text: string, file: string): Fields {
  const value = parseJson(text);
  if (!isFields(value)) throw new UnreadableFileError(`is no ${file}: it holds no object`);
  return value;
}

/**
 * As {@link parseJson}, of a text with comments and commas before closing brackets, as bun and editors write it.
 * @throws UnreadableFileError as {@link parseJson}
 */
export function parseJsonWithComments(text: string): unknown {
  return parseJson(withoutComments(text));
}

function jsonFault(text: string) {
  if (text.trim() === '') return syntaxFault('JSON', undefined, 'it is empty');
  const offset = jsonFaultOffset(text);
  const before = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1));
  const place = { line: lineAt(text, offset), column: offset - (offset === 0 ? -1 : before) };
  return syntaxFault('JSON', place, offset >= text.length ? 'it ends too early' : 'unexpected character');
}

/** Reads punctuation outside of texts alone, before anything is made of it. */
function requireWithinLimits(text: string): void {
  let depth = 0;
  let values = 0;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) {
      offset = closingQuote(text, offset);
      continue;
    }
    // Blanks and most of numbers and words come before or between these.
    if (code === COMMA || code === COLON) values++;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      values++;
      if (++depth > FILE_LIMITS.depthMax) throw tooDeep(FILE_LIMITS.depthMax);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--;
  }
  if (values > FILE_LIMITS.jsonValuesMax) throw tooMany('values', FILE_LIMITS.jsonValuesMax);
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
