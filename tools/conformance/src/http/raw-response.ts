/** An answer read byte by byte. */
export interface RawResponse {
  readonly status: number;
  /** Values by lower-case name, in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly headerBytes: number;
  readonly body: Buffer;
  readonly keepsAlive: boolean;
  /** Bytes after the end of the answer; a server that sends one answer sends none. */
  readonly surplus: number;
  /** Length by neither Content-Length nor status nor method: the answer cannot be distinguished from the next. */
  readonly unframed: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** The answer in the bytes received so far, interim ones (1xx) left out; undefined while it is not complete. */
export function readResponse(received: Buffer, method: string): RawResponse | undefined {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
  const start = end + HEAD_END.length;
  if (status >= 100 && status < 200) return readResponse(received.subarray(start), method);
  const headers = toHeaders(lines);
  const announced = headers.get('content-length')?.[0];
  const bodiless = method === 'HEAD' || status === 204 || status === 304;
  const length = bodiless ? 0 : Number(announced ?? 0);
  if (received.length < start + length) return undefined;
  return {
    status,
    headers,
    headerBytes: start,
    body: received.subarray(start, start + length),
    keepsAlive: headers.get('connection')?.[0]?.toLowerCase() !== 'close',
    surplus: received.length - start - length,
    unframed: !bodiless && announced === undefined,
  };
}

/** The first value of a header. */
export function headerOf(response: RawResponse, lowerName: string): string | undefined {
  return response.headers.get(lowerName)?.[0];
}

function toHeaders(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(at + 1).trim()]);
  }
  return headers;
}
