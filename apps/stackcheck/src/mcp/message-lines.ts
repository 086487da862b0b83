import { Transform, type TransformCallback, type Writable } from 'node:stream';
import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/server';

/** Where messages go and what is kept of them. */
export interface MessageLinesDeps {
  readonly output: Writable;
  /** Called with each message before it is passed on. */
  readonly received: (message: JSONRPCMessage) => void;
  /** Awaited at the end of the input, before it is passed on. */
  readonly settled: () => Promise<void>;
}

/** A longer line is passed on as it is: the transport behind has a limit of its own, which this is. */
const LINE_BYTES_MAX = 10 * 1024 * 1024;
const NEWLINE = 0x0a;
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Passes on the lines that are messages, and answers the others with the error of JSON-RPC 2.0 that names what is wrong: the transport of the
 * SDK drops them without a word, and who sent one would wait for ever.
 */
export class MessageLines extends Transform {
  private parts: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly deps: MessageLinesDeps) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    let faults = '';
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      faults += this.pass(Buffer.concat([...this.parts, chunk.subarray(from, end + 1)]));
      this.forget();
      from = end + 1;
    }
    this.parts.push(chunk.subarray(from));
    this.bytes += chunk.length - from;
    if (this.bytes > LINE_BYTES_MAX) {
      this.push(Buffer.concat(this.parts));
      this.forget();
    }
    if (faults === '' || this.deps.output.write(faults)) done();
    else this.deps.output.once('drain', () => done());
  }

  override _flush(done: TransformCallback): void {
    void this.deps.settled().then(() => done());
  }

  /** @returns the answer to a line that is no message, with its newline */
  private pass(line: Buffer): string {
    const read = readLine(line);
    if ('message' in read) this.deps.received(read.message);
    if (!('error' in read)) this.push(line);
    return 'error' in read ? `${JSON.stringify({ jsonrpc: '2.0', ...read })}\n` : '';
  }

  private forget(): void {
    this.parts = [];
    this.bytes = 0;
  }
}

interface Fault {
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** `answer`: what is no message and asks for nothing, so that it is not answered either. */
function readLine(line: Buffer): Fault | { readonly message: JSONRPCMessage } | { readonly answer: unknown } {
  let value: unknown;
  try {
    const text = STRICT_UTF8.decode(line);
    if (text.trim() === '') return { answer: undefined };
    value = JSON.parse(text);
  } catch {
    return { id: null, error: { code: -32_700, message: 'This line is not JSON in UTF-8; send one message a line.' } };
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return faultOf(value);
  }
}

function faultOf(value: unknown): Fault | { readonly answer: unknown } {
  if (Array.isArray(value)) return { id: null, error: { code: -32_600, message: 'Send one message, not a batch.' } };
  const { id, method, result, error } = Object(value) as Readonly<Record<string, unknown>>;
  // An error in answer to an answer could be answered with one.
  if (method === undefined && (result !== undefined || error !== undefined)) return { answer: value };
  const known = typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
  return { id: known, error: { code: -32_600, message: 'This is no message of JSON-RPC 2.0.' } };
}
