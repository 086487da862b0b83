import { extname, join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { LedgerOptions } from '../payment-ledger';
import { fromFaultMessage, toFaultMessage, type AnyLedger, type FromThread, type ToThread } from './ledger-messages';
import { RemoteLedger } from './remote-ledger';

/** A second way to the same rows, to be used while the first one is not in use. */
export interface ThreadedLedger {
  readonly ledger: AnyLedger;
  /** Starts it when it is asked first; false as long as it cannot be asked, which may be for ever. */
  isReady(): boolean;
  /** Calls without an answer so far, deliveries included. */
  readonly underWay: number;
  /** Why nothing may be written any more; undefined while all is well. */
  readonly fault: unknown;
  /** Of a fault met on the other way: nothing may be written here either. */
  fail(cause: unknown): void;
  /** Commits what waits and closes the file, on the spot; after a fault it commits nothing. */
  close(): void;
}

/** The thread that wrote the ledger is gone: what was under way may be on disk or not. */
export class LedgerThreadEndedError extends Error {
  readonly code = 'LEDGER_THREAD_ENDED';

  constructor(cause?: unknown) {
    super('the thread that writes the payment ledger ended', { cause });
    this.name = 'LedgerThreadEndedError';
  }
}

/** Started as a compiled file from a compiled file, and as a source from a source. */
const PROGRAM = join(__dirname, `ledger-thread-program${extname(__filename)}`);

/** What a thread commits when it is closed is a few writes and one sync. */
const CLOSE_MS = 5_000;

/**
 * A payment ledger in a thread of its own, with a connection of its own: compressing answers, SQL and the syncs of the disk leave
 * the event loop to others. One that cannot be started is never ready; one that ends with calls under way has failed for good.
 */
export class LedgerThread implements ThreadedLedger {
  readonly ledger: RemoteLedger;
  private worker: Worker | undefined;
  /** The thread after a fault, until it is closed. */
  private failed: Worker | undefined;
  private state: 'none' | 'starting' | 'ready' | 'gone' | 'closed' = 'none';
  private failure: unknown;
  private readonly onFault: (fault: unknown) => void;
  private readonly options: Omit<LedgerOptions, 'onFault'>;

  constructor(
    private readonly path: string,
    { onFault = () => undefined, ...options }: LedgerOptions,
    private readonly workerOptions: WorkerOptions = {},
  ) {
    this.onFault = onFault;
    this.options = options;
    this.ledger = new RemoteLedger(options.bootId, (questions) => this.post({ kind: 'ask', questions }));
  }

  get underWay(): number {
    return this.ledger.underWay;
  }

  get fault(): unknown {
    return this.failure;
  }

  isReady(): boolean {
    if (this.state === 'none') this.start();
    return this.state === 'ready' && this.failure === undefined;
  }

  /**
   * What waits in the thread may not be written either. It is informed, not terminated: the driver ends the whole process when it wants
   * to throw in a thread that is being terminated, as it does when the disk fails, and answers are still under way.
   */
  fail(cause: unknown): void {
    if (this.failure !== undefined) return;
    this.failure = cause;
    this.failed = this.worker;
    this.failed?.postMessage({ kind: 'fail', fault: toFaultMessage(cause) } satisfies ToThread);
    this.leave('gone');
    this.ledger.fail(cause);
    this.onFault(cause);
  }

  close(): void {
    const { state } = this;
    // One that failed writes nothing any more, but would keep the process from ending by itself.
    const worker = this.worker ?? this.failed;
    this.failed = undefined;
    // What waits for company goes with it.
    if (state === 'ready') this.ledger.flush();
    this.leave('closed');
    const closed = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    worker?.postMessage({ kind: 'close', closed } satisfies ToThread);
    // One that is still starting has nothing to commit, and closes when it is there.
    if (state === 'ready') Atomics.wait(closed, 0, 0, CLOSE_MS);
  }

  private start(): void {
    this.state = 'starting';
    const { path, options } = this;
    try {
      const worker = new Worker(PROGRAM, { ...this.workerOptions, workerData: { path, options } });
      this.worker = worker;
      worker.unref();
      worker.on('message', (message: FromThread) => this.onMessage(message));
      worker.on('messageerror', (error) => this.end(error));
      worker.on('error', (error) => this.end(error));
      worker.on('exit', () => this.end(undefined));
    } catch {
      // A machine without room for one more thread has room for payments.
      this.state = 'gone';
    }
  }

  private onMessage(message: FromThread): void {
    if (message.kind === 'answers') this.ledger.answered(message.answers);
    else if (message.kind === 'fault') this.fail(fromFaultMessage(message.fault));
    else if (this.state === 'starting') this.state = 'ready';
  }

  private post(message: ToThread): void {
    if (this.worker) this.worker.postMessage(message);
    else if (this.state === 'closed') throw new Error('the payment ledger is closed');
    else this.fail(new LedgerThreadEndedError());
  }

  private leave(state: 'gone' | 'closed'): void {
    if (this.state !== 'closed') this.state = state;
    this.worker = undefined;
  }

  private end(cause: unknown): void {
    this.leave('gone');
    if (this.ledger.underWay > 0) this.fail(new LedgerThreadEndedError(cause));
  }
}
