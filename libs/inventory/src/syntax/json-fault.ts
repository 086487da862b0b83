/**
 * The offset at which a text stops being JSON (RFC 8259). For texts that JSON.parse refused: its message names the place in
 * some versions of V8 alone.
 */
export function jsonFaultOffset(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let offset = skipBlanks(text, 0);
  while (offset < text.length) {
    const character = text[offset] as string;
    if (expected === 'end') return offset;
    if (isClosing(character, expected, open.at(-1))) {
      open.pop();
      expected = open.length === 0 ? 'end' : 'comma';
      offset++;
    } else if (expected === 'comma' || expected === 'colon') {
      if (character !== (expected === 'comma' ? ',' : ':')) return offset;
      expected = expected === 'colon' ? 'value' : open.at(-1) === '{' ? 'key' : 'value';
      offset++;
    } else if (expected.startsWith('value') && (character === '{' || character === '[')) {
      open.push(character);
      expected = character === '{' ? 'key or }' : 'value or ]';
      offset++;
    } else {
      const end = expected.startsWith('key') ? stringEnd(text, offset) : scalarEnd(text, offset);
      if (end <= offset) return -end;
      expected = expected.startsWith('key') ? 'colon' : open.length === 0 ? 'end' : 'comma';
      offset = end;
    }
    offset = skipBlanks(text, offset);
  }
  return offset;
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'end';

function isClosing(character: string, expected: Expected, opened: string | undefined): boolean {
  if (character === '}') return opened === '{' && (expected === 'comma' || expected === 'key or }');
  return character === ']' && opened === '[' && (expected === 'comma' || expected === 'value or ]');
}

function skipBlanks(text: string, from: number): number {
  let offset = from;
  while (offset < text.length && ' \t\n\r'.includes(text[offset] as string)) offset++;
  return offset;
}

const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** After the text, number or word that begins here; the negative offset of the fault where there is none. */
function scalarEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  LITERAL.lastIndex = start;
  return LITERAL.test(text) ? LITERAL.lastIndex : -start;
}

function stringEnd(text: string, start: number): number {
  if (text[start] !== '"') return -start;
  let offset = start + 1;
  for (; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === 34) return offset + 1;
    if (code < 32) return -offset;
    if (code !== 92) continue;
    const length = escapeLength(text, offset + 1);
    if (length === 0) return -offset;
    offset += length;
  }
  return -offset;
}

/** Of what follows a backslash; 0 where it is no escape. */
function escapeLength(text: string, start: number): number {
  if (text[start] === 'u') return /^[0-9a-fA-F]{4}$/.test(text.slice(start + 1, start + 5)) ? 5 : 0;
  return '"\\/bfnrt'.includes(text[start] ?? ' ') ? 1 : 0;
}
