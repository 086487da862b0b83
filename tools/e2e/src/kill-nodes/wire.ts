import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A way from one program to another, on loopback, that can be disturbed. */
export interface Wire {
  readonly port: number;
  /** Connections that pass now. */
  readonly connections: number;
  /** Ends all connections; new ones are taken. */
  cut(): void;
  /** Ends all connections and takes no new ones. @returns what ends it */
  part(): () => void;
  /**
   * Holds bytes back: those that go `there` to the server, those that come `back`, or both. None of them is lost.
   * @returns what lets them go
   */
  stall(direction: Direction): () => void;
  /** The next bytes that come back are dropped, and their connection ends. */
  loseReply(): LostReply;
  close(): Promise<void>;
}

/** A reply that is lost, or will be. */
export interface LostReply {
  readonly lost: Promise<void>;
  /** It need not happen any more. */
  forget(): void;
}

/** Which bytes are meant. */
export type Direction = 'there' | 'back' | 'both';

const HOST = '127.0.0.1';

/**
 * Opens a wire to a port of this machine.
 * @param port where it listens; any free one when 0
 */
export async function openWire(toPort: number, port = 0): Promise<Wire> {
  const open = new Set<Socket>();
  const gates = { there: new Gate(), back: new Gate() };
  const losing = new Set<() => void>();
  let isParted = false;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: toPort, host: HOST, allowHalfOpen: true });
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end);
      socket.once('close', (hadError) => {
        open.delete(socket);
        if (hadError) end();
      });
    }
    if (isParted) return end();
    client.pipe(gates.there.passage()).pipe(upstream);
    const back = gates.back.passage(() => {
      const [lose] = losing;
      if (lose === undefined) return true;
      losing.delete(lose);
      end();
      lose();
      return false;
    });
    upstream.pipe(back).pipe(client);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, HOST, resolve));
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return open.size / 2;
    },
    cut,
    part() {
      isParted = true;
      cut();
      return () => void (isParted = false);
    },
    stall(direction) {
      const opens = (direction === 'both' ? (['there', 'back'] as const) : [direction]).map((way) => gates[way].shut());
      return () => opens.forEach((letGo) => letGo());
    },
    loseReply() {
      let happened: () => void = () => undefined;
      const lost = new Promise<void>((resolve) => (happened = resolve));
      losing.add(happened);
      return { lost, forget: () => void losing.delete(happened) };
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}

/** Where bytes of one direction wait while it is shut. */
class Gate {
  private shutters = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param mayPass asked about each piece; what may not is dropped */
  passage(mayPass: () => boolean = () => true): Transform {
    return new Transform({
      transform: (piece: Buffer, _encoding, done) => this.whenOpen(() => (mayPass() ? done(null, piece) : done())),
      flush: (done) => this.whenOpen(done),
    });
  }

  shut(): () => void {
    this.shutters++;
    let isUndone = false;
    return () => {
      if (isUndone) return;
      isUndone = true;
      if (--this.shutters === 0) for (const go of this.waiting.splice(0)) go();
    };
  }

  private whenOpen(go: () => void): void {
    if (this.shutters === 0) go();
    else this.waiting.push(go);
  }
}
