import { connect, type Socket } from 'node:net';

/** One request as it goes over the wire. */
export interface Exchange {
  readonly bytes: string;
  /** Whether its answer comes without a body, as that of HEAD does. */
  readonly isHead?: boolean;
  /** The client goes away once its bytes are written, without waiting for an answer. */
  readonly hangsUp?: boolean;
  /** The server may end the connection without an answer, or before all of the request is sent. */
  readonly mayBreakOff?: boolean;
}

/** How many answers each status line began; 0 counts those that never came. */
export type Statuses = ReadonlyMap<number, number>;

/**
 * Sends different requests over kept connections, one at a time on each, until `next` gives none. A connection that the
 * server ends after an answer is opened again. All are closed at the end.
 * @throws Error when an answer breaks off
 */
export async function mixedLoad(url: string, next: () => Exchange | undefined, connections: number): Promise<Statuses> {
  const statuses = new Map<number, number>();
  const count = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  await Promise.all(Array.from({ length: connections }, () => client(url, next, count)));
  return statuses;
}

async function client(url: string, next: () => Exchange | undefined, count: (status: number) => void): Promise<void> {
  let connection: Connection | undefined;
  for (let exchange = next(); exchange; exchange = next()) {
    connection ??= await Connection.open(url);
    const answer = await connection.ask(exchange);
    count(answer.status);
    if (answer.isLast) connection = undefined;
  }
  connection?.end();
}

interface Answer {
  readonly status: number;
  /** Whether nothing can be asked on this connection any more. */
  readonly isLast: boolean;
}

const HEAD_END = '\r\n\r\n';

/** A connection of the client's side. It reads as much of an answer as is needed to find its end (RFC 9112 section 6.3). */
class Connection {
  private settle: { resolve(answer: Answer): void; reject(fault: Error): void } | undefined;
  private exchange: Exchange | undefined;
  private head = '';
  private answer: Answer | undefined;
  private left = 0;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('error', (fault) => this.breakOff(fault));
    socket.on('close', () => this.breakOff(new Error(`the answer to ${this.exchange?.bytes.slice(0, 80)} broke off`)));
  }

  static open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.removeListener('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  ask(exchange: Exchange): Promise<Answer> {
    this.exchange = exchange;
    this.head = '';
    this.answer = undefined;
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.socket.write(exchange.bytes, 'latin1', () => exchange.hangsUp && this.finish({ status: 0, isLast: true }));
    });
  }

  end(): void {
    this.settle = undefined;
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    if (!this.settle) return;
    if (!this.answer) {
      this.head += chunk.toString('latin1');
      const end = this.head.indexOf(HEAD_END);
      if (end < 0) return;
      const seen = this.head.length - end - HEAD_END.length;
      this.head = this.head.slice(0, end);
      this.readHead();
      this.left -= seen;
    } else {
      this.left -= chunk.length;
    }
    if (this.left < 0) return void this.socket.destroy(new Error('an answer was longer than it said'));
    if (this.left === 0) this.finish(this.answer!);
  }

  private readHead(): void {
    const status = Number(this.head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.head)?.[1];
    const isEmpty = this.exchange?.isHead === true || status === 204 || status === 304;
    if (length === undefined && !isEmpty)
      return void this.socket.destroy(new Error('an answer came without its length'));
    this.left = isEmpty ? 0 : Number(length);
    this.answer = { status, isLast: /\r\nconnection: *close/i.test(this.head) };
  }

  private breakOff(fault: Error): void {
    if (this.exchange?.mayBreakOff) this.finish({ status: 0, isLast: true });
    else this.settle?.reject(fault);
  }

  private finish(answer: Answer): void {
    const { settle } = this;
    if (answer.isLast) this.end();
    else this.settle = undefined;
    settle?.resolve(answer);
  }
}
