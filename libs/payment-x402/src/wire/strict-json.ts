/** Why a JSON text was not taken. */
export type JsonFault = 'not_json' | 'too_deep' | 'duplicate_key';

/** The value of a text, or why there is none. */
export type StrictJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: JsonFault };

/**
 * Parses JSON that a stranger wrote. Two programs must never read one text differently, so a repeated key is refused
 * (RFC 8259 section 4 leaves it open), and nesting is bounded because the code behind us is recursive.
 * @param depthMax deepest nesting of arrays and objects, the outermost counting as 1
 */
export function parseStrictJson(text: string, depthMax: number): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, fault: 'not_json' };
  }
  const fault = scan(text, depthMax);
  return fault ? { ok: false, fault } : { ok: true, value };
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Of the four blanks of JSON this is the last one; in valid JSON nothing else stands outside of strings below it. */
const BLANK = 0x20;

/** Walks a text that is known to be valid JSON, so only strings and brackets need to be distinguished. */
function scan(text: string, depthMax: number): JsonFault | null {
  const keysByLevel: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      if (keysByLevel.length >= depthMax) return 'too_deep';
      keysByLevel.push(char === OPEN_BRACE ? new Set() : null);
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      keysByLevel.pop();
    } else if (char === QUOTE) {
      const end = stringEnd(text, at);
      if (isKey(text, end)) {
        const keys = keysByLevel.at(-1);
        const key = keyOf(text.slice(at, end));
        if (keys?.has(key)) return 'duplicate_key';
        keys?.add(key);
      }
      at = end - 1;
    }
  }
  return null;
}

/** The index after the closing quote of the string that opens at `start`. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

/** Whether an odd number of backslashes stands before. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

/** The name that a quoted text says. */
function keyOf(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

function isKey(text: string, afterString: number): boolean {
  let at = afterString;
  while (text.charCodeAt(at) <= BLANK) at++;
  return text.charCodeAt(at) === COLON;
}
