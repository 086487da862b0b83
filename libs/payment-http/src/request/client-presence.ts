import type { IncomingMessage, ServerResponse } from 'node:http';

/** So long a client that has sent its end is given to answer the question whether it is still there, and to take what was asked. */
const ANSWER_MS = 100;

/**
 * Whether a client still waits for its answer. One that is gone, and one that only has no more to say (a half-closed connection),
 * both send the end of their side; the difference shows when something is written to it: a system whose program is gone resets
 * the connection. An interim answer, which every client of HTTP/1.1 must take (RFC 9110 section 15.2), asks without answering.
 */
export class ClientPresence {
  private asking: Promise<void> | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {}

  /** At once, but for a client that has sent its end: that one is asked once. */
  isGone(): boolean | Promise<boolean> {
    const { socket } = this.request;
    if (socket.destroyed || !socket.readableEnded) return socket.destroyed;
    if (this.request.httpVersion !== '1.1' || this.response.headersSent) return false;
    return (this.asking ??= this.ask()).then(() => this.wasReset());
  }

  /**
   * After its end nothing is read of a connection any more, so that a reset shows when something is written: nothing will do. Behind
   * an earlier answer that is not taken it would wait for as long as the client likes; such a client is there.
   */
  private wasReset(): Promise<boolean> {
    const { socket } = this.request;
    if (socket.destroyed) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ANSWER_MS);
      socket.write('', (error) => {
        clearTimeout(timer);
        resolve(error !== undefined && error !== null);
      });
    });
  }

  private ask(): Promise<void> {
    const { socket } = this.request;
    this.response.writeContinue();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        socket.off('close', done);
        resolve();
      };
      const timer = setTimeout(done, ANSWER_MS);
      socket.once('close', done);
    });
  }
}
