import { connect, type Socket } from 'node:net';
import { MessageReader } from './message-reader';

/** Asks one thing after the other over one connection, with requests whose bytes were made before. */
export class KeptConnection {
  /** Resolves when the connection stands. */
  readonly opened: Promise<void>;
  private readonly socket: Socket;
  private answered: ((head: string) => void) | undefined;
  private failed: ((fault: Error) => void) | undefined;

  /**
   * @param origin scheme, host and port of a plain HTTP server
   * @param localAddress that it comes from; the system's choice when absent
   */
  constructor(origin: string, localAddress?: string) {
    const { hostname, port } = new URL(origin);
    this.socket = connect({ port: Number(port), host: hostname, ...(localAddress !== undefined && { localAddress }) });
    this.socket.setNoDelay(true);
    const fail = (fault: Error): void => this.failed?.(fault);
    const reader = new MessageReader((head) => {
      const { answered } = this;
      this.answered = this.failed = undefined;
      answered?.(head);
    }, fail);
    this.socket.on('data', (chunk) => reader.take(chunk));
    this.socket.on('error', fail);
    this.socket.on('close', () => fail(new Error('the server hung up')));
    this.opened = new Promise((resolve, reject) => this.socket.once('connect', resolve).once('error', reject));
    // A caller that asks at once learns of it there.
    this.opened.catch(() => undefined);
  }

  /** Sends a whole request and reports the head of its answer when the last byte of that is there. One at a time. */
  ask(request: Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      this.answered = resolve;
      this.failed = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Status of an answer, from its head. */
export function statusOf(head: string): number {
  return Number(head.slice(9, 12));
}

/** So many connections, all standing. */
export async function openConnections(
  origin: string,
  count: number,
  addressOf: (n: number) => string | undefined = () => undefined,
): Promise<KeptConnection[]> {
  const connections = Array.from({ length: count }, (_, n) => new KeptConnection(origin, addressOf(n)));
  await Promise.all(connections.map(({ opened }) => opened));
  return connections;
}
