import { Worker } from 'node:worker_threads';

/** Checkpoints a write-ahead log on another connection than the one that writes it. */
export interface LogCheckpointer {
  /** Resolves with the fault that the copy met; undefined when it met none, or was not made at all. Never rejects. */
  copy(): Promise<unknown>;
  /** Gives up what it holds; a copy under way is not finished, which harms nothing. */
  close(): void;
}

/** What the thread reports of a copy. */
interface Reported {
  readonly fault?: { readonly message: string; readonly code: string | undefined };
}

/** Runs in the thread. As text, because it has to run from the sources as from what they are compiled to. */
const COPY = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require(workerData.driver);
  const database = new Database(workerData.path, { fileMustExist: true });
  database.pragma('synchronous = FULL');
  database.pragma('wal_autocheckpoint = 0');
  parentPort.on('message', () => {
    try {
      database.pragma('wal_checkpoint(PASSIVE)');
      parentPort.postMessage({});
    } catch (error) {
      parentPort.postMessage({ fault: { message: String(error.message), code: error.code } });
    }
  });
`;

/**
 * A thread with a connection of its own, which is made at the first copy. To copy 16 MB writes 4,000 pages and syncs twice, some
 * 15 ms on a good disk and 60 on a busy one, every five hundred payments: on the event loop, all payments under way waited for it.
 * SQLite lets one connection copy while others read and write (sqlite.org/wal.html, section 2.2).
 */
export class CheckpointThread implements LogCheckpointer {
  private thread: Worker | undefined;
  private answer: ((fault: unknown) => void) | undefined;

  constructor(private readonly path: string) {}

  copy(): Promise<unknown> {
    return new Promise((resolve) => {
      this.answer = resolve;
      try {
        this.thread ??= this.start();
        this.thread.postMessage('copy');
      } catch {
        // A machine without room for one more thread has room for payments: as of one that could not start.
        this.tell(undefined);
      }
    });
  }

  close(): void {
    void this.thread?.terminate();
    this.thread = undefined;
  }

  private start(): Worker {
    const workerData = { path: this.path, driver: require.resolve('better-sqlite3') };
    const thread = new Worker(COPY, { eval: true, workerData });
    thread.unref();
    thread.on('message', ({ fault }: Reported) => this.tell(fault && Object.assign(new Error(fault.message), fault)));
    // One that could not start has copied nothing: the connection that writes does it then, and the next copy starts another one.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (this.thread === thread) this.thread = undefined;
      this.tell(undefined);
    });
    return thread;
  }

  private tell(fault: unknown): void {
    this.answer?.(fault);
    this.answer = undefined;
  }
}
