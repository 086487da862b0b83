import { parse, TomlError } from 'smol-toml';

import { FILE_LIMITS } from '../entries/limits';
import { syntaxFault, tooDeep, tooMany } from './fault';
import type { Fields } from './values';

/**
 * The table of a TOML text (1.0). Integers beyond 2^53 are a fault; dates are objects of the parser. Walk it with the functions of
 * `values.ts`.
 * @throws UnreadableFileError for what is no TOML or passes a bound
 */
export function parseToml(text: string): Fields {
  requireWithinLimits(text);
  try {
    return parse(text, { maxDepth: FILE_LIMITS.depthMax });
  } catch (error) {
    // Its only input is the text, so that whatever it throws is a fault of that.
    if (!(error instanceof TomlError)) throw syntaxFault('TOML', undefined);
    throw syntaxFault('TOML', error, error.message.replace(/^Invalid TOML document: /, ''));
  }
}

/** The parser bounds lists within lists alone, not `[a.b.c]`, and each dot is a table. */
function requireWithinLimits(text: string): void {
  if (text.length > FILE_LIMITS.tomlLengthMax) throw tooMany('characters of TOML', FILE_LIMITS.tomlLengthMax);
  let values = 0;
  let lines = 1;
  let dots = 0;
  let isKey = true;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === LINE_FEED) {
      lines++;
      isKey = true;
      dots = 0;
    } else if (code === HASH) isKey = false;
    else if (code === EQUALS || code === COMMA || code === OPEN_LIST || code === OPEN_TABLE) {
      values++;
      if (code === EQUALS) isKey = false;
    } else if (code === DOT && isKey && ++dots > FILE_LIMITS.depthMax) throw tooDeep(FILE_LIMITS.depthMax);
  }
  if (lines > FILE_LIMITS.linesMax) throw tooMany('lines', FILE_LIMITS.linesMax);
  if (values > FILE_LIMITS.valuesMax) throw tooMany('values', FILE_LIMITS.valuesMax);
}

const LINE_FEED = 10;
const HASH = 35;
const COMMA = 44;
const DOT = 46;
const EQUALS = 61;
const OPEN_LIST = 91;
const OPEN_TABLE = 123;
