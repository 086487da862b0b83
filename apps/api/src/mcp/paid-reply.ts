const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANK = 0x20;

/**
 * An answer as the text and as the structure of a result, without being parsed or written as JSON anew, which takes longer than anything else
 * that is done for it here. Undefined for JSON that is laid out over several lines.
 * @param before what comes before the text, its quotation mark included
 * @param after what comes after the structure
 */
export function paidReply(before: string, answer: Uint8Array, after: string): Buffer | undefined {
  const escaped = escapedJson(answer);
  if (!escaped) return undefined;
  return Buffer.concat([Buffer.from(before), escaped, STRUCTURE, answer, Buffer.from(after)]);
}

const STRUCTURE = Buffer.from('"}],"structuredContent":');

/** JSON as the inside of a JSON string: of what has to be escaped there, it holds quotation marks and backslashes alone. */
function escapedJson(json: Uint8Array): Uint8Array | undefined {
  const escaped = Buffer.allocUnsafe(2 * json.length);
  let length = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte < BLANK) return undefined;
    if (byte === QUOTE || byte === BACKSLASH) escaped[length++] = BACKSLASH;
    escaped[length++] = byte;
  }
  return escaped.subarray(0, length);
}
