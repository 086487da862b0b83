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

/** Walks a text that is known to be valid JSON, so only strings and brackets need to be told apart. */
function scan(text: string, depthMax: number): JsonFault | null {
  const keysByLevel: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') {
      if (keysByLevel.length >= depthMax) return 'too_deep';
      keysByLevel.push(char === '{' ? new Set() : null);
    } else if (char === '}' || char === ']') {
      keysByLevel.pop();
    } else if (char === '"') {
      const end = stringEnd(text, at);
      if (isKey(text, end)) {
        const keys = keysByLevel.at(-1);
        const key = JSON.parse(text.slice(at, end)) as string;
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
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isKey(text: string, afterString: number): boolean {
  let at = afterString;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return text[at] === ':';
}
