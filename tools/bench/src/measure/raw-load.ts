import { connect, type Socket } from 'node:net';

/** Load on one URL for a while. */
export interface RawLoad {
  readonly requestsPerSecond: number;
  readonly requests: number;
}

const CONNECTIONS = 20;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Sends the same GET over kept connections for `seconds` and counts the answers. Made for answers that are as long every
 * time: the length is read from the first one, and from then on bytes are counted, so that the generator is much cheaper than
 * any server. Throws when an answer begins with another status line or ends early.
 * @param fields further header lines, each with its line end; then the length of every answer is read
 */
export async function rawLoad(url: string, status: number, seconds: number, fields = ''): Promise<RawLoad> {
  const { hostname, port, pathname } = new URL(url);
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${fields}\r\n`);
  const statusLine = Buffer.from(`HTTP/1.1 ${status} `);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(port), hostname);
      socket.setNoDelay(true);
      return askUntil(socket, { request, statusLine, endsAt, isFixed: fields === '' });
    }),
  );
  const requests = counts.reduce((sum, count) => sum + count, 0);
  return { requests, requestsPerSecond: (requests * 1_000) / (performance.now() - startedAt) };
}

interface Asking {
  readonly request: Buffer;
  readonly statusLine: Buffer;
  readonly endsAt: number;
  /** Every answer is as long as the first one. */
  readonly isFixed: boolean;
}

function askUntil(socket: Socket, { request, statusLine, endsAt, isFixed }: Asking): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    let answerBytes = 0;
    let got = 0;
    let isDone = false;
    socket.on('data', (chunk) => {
      if (got === 0 && chunk.compare(statusLine, 0, statusLine.length, 0, statusLine.length) !== 0)
        return void socket.destroy(new Error(`an answer began with ${chunk.subarray(0, 40).toString('latin1')}`));
      if (answerBytes === 0 || (got === 0 && !isFixed)) answerBytes = lengthOf(chunk);
      got += chunk.length;
      if (got < answerBytes) return;
      if (got > answerBytes) return void socket.destroy(new Error('an answer was longer than the first one'));
      got = 0;
      answers++;
      if (performance.now() < endsAt) return void socket.write(request);
      isDone = true;
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => (isDone ? resolve(answers) : reject(new Error('a connection ended early'))));
    socket.write(request);
  });
}

/** The whole length of an answer, whose head came in one piece. */
function lengthOf(chunk: Buffer): number {
  const headBytes = chunk.indexOf(HEAD_END) + HEAD_END.length;
  const length = /\r\ncontent-length: *(\d+)/i.exec(chunk.subarray(0, headBytes).toString('latin1'))?.[1];
  if (length === undefined) throw new Error('an answer came without its length');
  return headBytes + Number(length);
}
