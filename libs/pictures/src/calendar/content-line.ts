import { wellFormed } from '../text/plain';

/** A content line (RFC 5545, 3.1) with its line end: folded so that none has more than 75 octets, and no code point is split. */
export function contentLine(name: string, value: string): string {
  const lines: string[] = [];
  let line = '';
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const size = octetsOf(character);
    if (octets + size > LINE_OCTETS_MAX) {
      lines.push(line);
      // A continued line begins with a blank, which counts.
      [line, octets] = [' ', 1];
    }
    line += character;
    octets += size;
  }
  return [...lines, line].map((each) => `${each}\r\n`).join('');
}

/** A value of type TEXT (3.3.11): backslash, semicolon, comma and line end are escaped; other control characters are not allowed. */
export function textValue(text: string): string {
  return wellFormed(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '\ufffd')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

const LINE_OCTETS_MAX = 75;

/** Length of a code point in UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}
