import { connect } from 'node:net';

/** What a connection gave before the server closed it. */
export interface Dripped {
  /** All bytes received. */
  readonly text: string;
  /** Status lines among them, in order; one need not begin a line, since a body may end without one. */
  readonly statuses: readonly number[];
  /** Milliseconds until the server closed. */
  readonly ms: number;
}

/**
 * Sends pieces with pauses between them and listens until the server closes the connection.
 * @throws Error when it is still open after `patienceMs`
 */
export function drip(url: string, pieces: readonly string[], pauseMs: number, patienceMs = 5_000): Promise<Dripped> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const left = [...pieces];
    const sending = setInterval(() => {
      const piece = left.shift();
      if (piece === undefined) clearInterval(sending);
      else if (socket.writable) socket.write(piece);
    }, pauseMs);
    const patience = setTimeout(() => {
      socket.destroy();
      clearInterval(sending);
      reject(new Error(`the connection is still open after ${patienceMs} ms`));
    }, patienceMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset after the answer is as good an end as any.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(patience);
      clearInterval(sending);
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((line) => Number(line[1]));
      resolve({ text, statuses, ms: performance.now() - startedMs });
    });
    socket.write(left.shift() ?? '');
  });
}
