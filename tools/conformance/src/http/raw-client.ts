import { connect, type Socket } from 'node:net';
import { readResponse, type RawResponse } from './raw-response';

/** What became of a request: its answer, or how the connection ended without one. */
export type Exchange =
  | { readonly kind: 'answered'; readonly response: RawResponse }
  | { readonly kind: 'closed'; readonly received: number; readonly error: string | undefined }
  | { readonly kind: 'silent'; readonly afterMs: number };

const SILENCE_MS = 20_000;

/**
 * Sends bytes as they are, which client libraries would not, one request at a time over a connection that is kept
 * while the server keeps it.
 */
export class RawClient {
  private socket: Socket | undefined;
  /** Connections opened so far. */
  connections = 0;

  constructor(private readonly url: string) {}

  /** @param method of the request, which decides whether its answer has a body */
  exchange(bytes: Uint8Array, method: string): Promise<Exchange> {
    const socket = this.open();
    return new Promise((resolve) => {
      let received: Buffer = Buffer.alloc(0);
      let failure: string | undefined;
      const silence = setTimeout(() => finish({ kind: 'silent', afterMs: SILENCE_MS }, false), SILENCE_MS);
      const onData = (chunk: Buffer): void => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const response = readResponse(received, method);
        if (response) finish({ kind: 'answered', response }, response.keepsAlive);
      };
      const onError = (error: NodeJS.ErrnoException): void => {
        failure = error.code ?? error.message;
      };
      const onClose = (): void => finish({ kind: 'closed', received: received.length, error: failure }, false);
      const finish = (exchange: Exchange, keep: boolean): void => {
        clearTimeout(silence);
        socket.off('data', onData).off('error', onError).off('close', onClose);
        if (!keep) this.drop(socket);
        resolve(exchange);
      };
      socket.on('data', onData).on('error', onError).on('close', onClose);
      socket.write(bytes);
    });
  }

  /** Closes the connection. */
  close(): void {
    if (this.socket) this.drop(this.socket);
  }

  private open(): Socket {
    if (this.socket && !this.socket.destroyed && !this.socket.readableEnded) return this.socket;
    const { hostname, port } = new URL(this.url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    // A connection that ends while nothing is asked is no news; without a listener it would end the process.
    socket.on('error', () => undefined);
    this.connections += 1;
    return (this.socket = socket);
  }

  private drop(socket: Socket): void {
    socket.destroy();
    if (this.socket === socket) this.socket = undefined;
  }
}
