import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { UpstreamShapeError } from '@stackcheck/datasets/fetch';

/** A longer line is none of a list's. */
const LINE_CHARS_MAX = 4_096;

/**
 * The lines of a file without their ends, those of a chunk at a time. Reading may stop anywhere.
 * @throws UpstreamShapeError when a line is far too long
 */
export async function* linesOfFile(path: string): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    checked(rest);
    yield lines.map(checked);
  }
  rest += decoder.end();
  if (rest !== '') yield [checked(rest)];
}

function checked(line: string): string {
  if (line.length > LINE_CHARS_MAX) throw new UpstreamShapeError(`a line has more than ${LINE_CHARS_MAX} characters`);
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
