import { answerInString } from '../fast/text-in-json';
import type { ReplyBuffers } from './reply-buffers';

const BACKSLASH = 0x5c;
const BLANK = 0x20;

/** Between the text and the structure. */
const STRUCTURE = Buffer.from('"}],"structuredContent":');

/**
 * The result of a tool call with an answer as both text and structured content. The answer's bytes are copied, neither parsed nor
 * serialized a second time: that would take longer than all other work of the reply. Where the answer's parts are known as they stand in a
 * string, nothing is escaped. Undefined for JSON of several lines.
 * @param before what comes before the text, its quotation mark included
 * @param after what comes after the structure
 * @returns a part of one of the buffers, to be given back once it is sent
 */
export function paidReply(
  { before, answer, after }: { readonly before: string; readonly answer: Uint8Array; readonly after: string },
  buffers: ReplyBuffers,
): Buffer | undefined {
  // At most three bytes in UTF-8 for a unit of a string, and two in the text for a byte of the answer.
  const longest = 3 * (before.length + after.length) + 3 * answer.length + STRUCTURE.length;
  const bench = buffers.take(longest);
  const begin = bench.write(before, 0, 'utf8');
  const write = answerInString(answer);
  let end = write === undefined ? escapeInto(bench, begin, answer) : write(bench, begin);
  if (end < 0) {
    buffers.giveBack(bench);
    return undefined;
  }
  end += STRUCTURE.copy(bench, end);
  bench.set(answer, end);
  end += answer.length;
  end += bench.write(after, end, 'utf8');
  return bench.subarray(0, end);
}

const [PLAIN, ESCAPED, CONTROL] = [0, 1, 2];
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < BLANK) return CONTROL;
  return byte === 0x22 || byte === BACKSLASH ? ESCAPED : PLAIN;
});

/**
 * Writes JSON as the inside of a JSON string: of what has to be escaped there, it holds quotation marks and backslashes alone.
 * @returns where it ends; -1 for JSON that holds anything else
 */
function escapeInto(bench: Uint8Array, start: number, json: Uint8Array): number {
  let end = start;
  let seen = PLAIN;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    const kind = KINDS[byte]!;
    seen |= kind;
    // Written in any case and kept where it is wanted: every seventh byte is a quotation mark, at no place that could be guessed.
    bench[end] = BACKSLASH;
    end += kind & ESCAPED;
    bench[end++] = byte;
  }
  return (seen & CONTROL) === 0 ? end : -1;
}
