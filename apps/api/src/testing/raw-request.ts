import { connect } from 'node:net';

/** A reply read from a raw socket. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bytes of the status line and all headers, with their line ends. */
  readonly headBytes: number;
}

/** How long the first byte of a reply may take on a busy machine. */
const FIRST_BYTE_MS = 10_000;

/** Sends bytes as they are, which client libraries would not, and reads until the server closes, or falls silent after its first byte. */
export function rawRequest(url: string, bytes: string | Buffer, quietMs = 300): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const done = (): void => {
      socket.destroy();
      resolve(parse(Buffer.concat(chunks).toString('latin1')));
    };
    socket.setTimeout(Math.max(quietMs, FIRST_BYTE_MS), done);
    socket.once('data', () => socket.setTimeout(quietMs));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', done);
    socket.on('error', (error) => (chunks.length > 0 ? done() : reject(error)));
    socket.write(bytes);
  });
}

function parse(text: string): RawReply {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: rest.join('\r\n\r\n'), headBytes: head.length + 4 };
}
