const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANK = 0x20;

/** Between the text and the structure. */
const STRUCTURE = Buffer.from('"}],"structuredContent":');

/**
 * One buffer in which every reply is assembled; the finished reply is then copied out in its exact length. A buffer of the
 * largest possible size for each reply costs more in garbage collections than in bytes. It grows up to WORKBENCH_MAX; a larger
 * reply gets a buffer of its own.
 */
let workbench = Buffer.allocUnsafeSlow(64 * 1024);
const WORKBENCH_MAX = 1024 * 1024;

/**
 * The result of a tool call with an answer as both text and structured content. The answer's bytes are copied, neither parsed nor
 * serialized a second time: that would take longer than all other work of the reply. Undefined for JSON of several lines.
 * @param before what comes before the text, its quotation mark included
 * @param after what comes after the structure
 */
export function paidReply(before: string, answer: Uint8Array, after: string): Buffer | undefined {
  // At most three bytes in UTF-8 for a unit of a string, and two in the text for a byte of the answer.
  const longest = 3 * (before.length + after.length) + 3 * answer.length + STRUCTURE.length;
  const bench = benchOf(longest);
  const start = bench.write(before, 0, 'utf8');
  let end = escapeInto(bench, start, answer);
  if (end < 0) return undefined;
  end += STRUCTURE.copy(bench, end);
  bench.set(answer, end);
  end += answer.length;
  end += bench.write(after, end, 'utf8');
  return Buffer.from(bench.subarray(0, end));
}

function benchOf(bytes: number): Buffer {
  if (bytes <= workbench.length) return workbench;
  const bench = Buffer.allocUnsafeSlow(Math.max(bytes, 2 * workbench.length));
  if (bench.length <= WORKBENCH_MAX) workbench = bench;
  return bench;
}

/**
 * Writes JSON as the inside of a JSON string: of what has to be escaped there, it holds quotation marks and backslashes alone.
 * @returns where it ends; -1 for JSON that holds anything else
 */
function escapeInto(bench: Uint8Array, start: number, json: Uint8Array): number {
  let end = start;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte < BLANK) return -1;
    if (byte === QUOTE || byte === BACKSLASH) bench[end++] = BACKSLASH;
    bench[end++] = byte;
  }
  return end;
}
