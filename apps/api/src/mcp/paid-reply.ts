const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANK = 0x20;

/** Between the text and the structure. */
const STRUCTURE = Buffer.from('"}],"structuredContent":');

/**
 * Where replies are put together, one at a time, and copied out of in their length: what is made anew for each, in the size that it could have,
 * costs more in collections than in bytes. It grows to the largest answer that is kept ready; a larger one has its own.
 */
let workbench = Buffer.allocUnsafeSlow(64 * 1024);
const WORKBENCH_MAX = 1024 * 1024;

/**
 * An answer as the text and as the structure of a result, without being parsed or written as JSON anew, which takes longer than anything else
 * that is done for it here. Undefined for JSON that is laid out over several lines.
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
