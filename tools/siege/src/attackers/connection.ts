import { connect, type Socket } from 'node:net';
import { MessageReader } from '@stackcheck/bench/parts';

/** A status, or how a connection ended without one. */
export type Answer = number | 'cut' | 'refused';

/** Where a connection goes and comes from. */
export interface Way {
  readonly url: string;
  readonly from: string;
}

/** A connection over which one request after the other is sent, from an address of one's choice. */
export class Connection {
  private readonly socket: Socket;
  private answered: ((answer: Answer) => void) | undefined;
  private isOpen = false;
  /** Resolves when it stands, or could not. */
  readonly opened: Promise<void>;

  constructor(way: Way) {
    this.socket = dial(way);
    const reader = new MessageReader(
      (head) => this.report(statusIn(head) ?? 'cut'),
      () => this.socket.destroy(),
    );
    this.opened = new Promise((resolve) => this.socket.once('connect', resolve).once('close', () => resolve()));
    this.socket.on('connect', () => (this.isOpen = true));
    this.socket.on('data', (chunk: Buffer) => reader.take(chunk));
    this.socket.on('close', () => this.report(this.isOpen ? 'cut' : 'refused'));
  }

  /** Whether nothing can be asked on it any more. */
  get isOver(): boolean {
    return this.socket.destroyed || this.socket.readableEnded;
  }

  /** Sends a whole request and reports the answer. */
  ask(bytes: string): Promise<Answer> {
    if (this.isOver) return Promise.resolve('cut');
    return new Promise((resolve) => {
      this.answered = resolve;
      this.socket.write(bytes, 'latin1');
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private report(answer: Answer): void {
    const { answered } = this;
    this.answered = undefined;
    answered?.(answer);
  }
}

/** What is done over a connection that is only held. */
export interface Holding extends Way {
  /** Sent at its beginning; may be empty. */
  readonly bytes: string;
  /** Leaves what comes after the head of the answer where it is. */
  readonly readsNoBody?: boolean;
  /** Receives what comes back first, if anything does. */
  onAnswer?(answer: Answer): void;
}

/** A connection that is held as long as the service lets it. Resolves with it once it stands and its bytes are out. */
export function hold({ bytes, readsNoBody = false, onAnswer, ...way }: Holding): Promise<Socket> {
  const socket = dial(way);
  let reported = false;
  const report = (answer: Answer): void => {
    if (!reported) onAnswer?.(answer);
    reported = true;
  };
  socket.on('data', (chunk: Buffer) => {
    report(statusIn(chunk.toString('latin1', 0, 12)) ?? 'cut');
    if (readsNoBody) socket.pause();
  });
  let opened = false;
  socket.on('close', () => report(opened ? 'cut' : 'refused'));
  return new Promise((resolve) => {
    socket.once('close', () => resolve(socket));
    socket.once('connect', () => {
      opened = true;
      if (bytes === '') resolve(socket);
      else socket.write(bytes, 'latin1', () => resolve(socket));
    });
  });
}

function dial({ url, from }: Way): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from, noDelay: true });
  // `close` reports how it ended; without a listener an error would end the process.
  socket.on('error', () => undefined);
  return socket;
}

function statusIn(head: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  return status === undefined ? undefined : Number(status);
}
