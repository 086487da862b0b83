import { METHODS } from 'node:http';

/** A request as it goes over the wire; text is sent as latin1, one byte a character. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
  /** The body goes in chunks instead of with its length. */
  readonly chunked?: boolean;
}

const CHUNK_BYTES = 10_000;

/** The bytes of a request; its framing (RFC 9112 section 6) is always right, whatever else is not. */
export function toBytes(request: RawRequest): Buffer {
  const { body } = request;
  const framing = body === undefined ? [] : [framingOf(body, request.chunked)];
  const lines = [...request.headers.map(([name, value]) => `${name}: ${value}`), ...framing];
  const head = Buffer.from(`${request.method} ${request.target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body === undefined ? head : Buffer.concat([head, request.chunked ? inChunks(body) : body]);
}

function framingOf(body: Uint8Array, chunked: boolean | undefined): string {
  return chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
}

function inChunks(body: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    const chunk = body.subarray(at, at + CHUNK_BYTES);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

const HEAD_BYTES_KEPT = 60_000;

/**
 * Whether Node's parser may refuse a request before it is one: an unknown method, bytes that no target or field value
 * may hold (RFC 9112 section 3, RFC 9110 section 5.5), or a very large head. Such an error is answered on a connection
 * that has carried no answer yet; otherwise the connection is only closed, and the two could not be distinguished.
 */
export function mayBreakParser({ method, target, headers }: RawRequest): boolean {
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, target.length);
  return (
    !METHODS.includes(method) ||
    !/^[\x21-\x7e]+$/.test(target) ||
    !headers.every(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) ||
    size > HEAD_BYTES_KEPT
  );
}
