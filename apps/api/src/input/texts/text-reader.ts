import { extname, join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ServiceError } from '@stackcheck/contract';
import type { TextRead } from './read-text';
import { RefusedAfterWaiting } from './refused-after-waiting';

/** What the thread is asked. */
export interface TextToRead {
  readonly text: string;
  readonly withDev: boolean;
}

/** What it answers. */
export interface ReadByThread {
  readonly read: TextRead;
  /** How long that took it. */
  readonly workedMs: number;
}

/** What it says: once that it can read, then its answers. */
export type FromThread = 'ready' | ReadByThread;

/** Reads texts that people sent, away from the event loop. */
export interface Texts {
  /**
   * @throws ServiceError `rate_limited` while too many wait or none can be read, `bad_request` for one that cannot be read to its end; with the
   * time that it waited for others (`RefusedAfterWaiting`)
   */
  read(text: TextToRead): Promise<ReadByThread>;
}

/** One text of 64 KB takes up to 0.3 s, so that the last of them waits less than three seconds. */
const WAITING_MAX = 8;
/** A hundred times as long as any text takes. */
const DEADLINE_MS = 10_000;
/** Until the thread has loaded what it reads with, which is no text's fault. */
const START_MS = 60_000;
/** Without texts the thread and its memory are given back. */
const IDLE_MS = 10_000;
/** A text of 64 KB takes a few. */
const MEMORY_MB = 64;

const TOO_LONG = 'text could not be read to its end; send a part of it';
const TOO_MANY = { message: 'too many texts are being read', retryAfterSeconds: 1 };
const NONE_READ = { message: 'no text can be read at the moment; send this one again', retryAfterSeconds: 10 };

/** Started as a compiled file from a compiled file, and as a source from a source. */
const PROGRAM = join(__dirname, `text-thread${extname(__filename)}`);

interface Waiting {
  readonly resolve: (answer: ReadByThread) => void;
  readonly reject: (error: ServiceError) => void;
  readonly askedMs: number;
}

/** One thread, started with the first text. It answers in the order in which it is asked. */
export class TextReader implements Texts {
  private thread: Worker | undefined;
  private isReady = false;
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** When the thread began with the first text that waits, or would have, once it is ready. */
  private begunMs = 0;

  /** @param onFault informed of why the thread ended by itself */
  constructor(
    private readonly options: WorkerOptions = {},
    private readonly deadlineMs = DEADLINE_MS,
    private readonly onFault: (fault: unknown) => void = () => undefined,
  ) {}

  async read(text: TextToRead): Promise<ReadByThread> {
    if (this.waiting.length >= WAITING_MAX) throw new ServiceError('rate_limited', TOO_MANY);
    const thread = (this.thread ??= this.start());
    const askedMs = performance.now();
    const answer = new Promise<ReadByThread>((resolve, reject) => this.waiting.push({ resolve, reject, askedMs }));
    if (this.waiting.length === 1) this.expect();
    thread.postMessage(text);
    return answer;
  }

  private start(): Worker {
    const thread = this.made();
    const isCurrent = (): boolean => this.thread === thread;
    thread.on('message', (said: FromThread) => {
      if (!isCurrent()) return;
      if (said === 'ready') this.isReady = true;
      else this.waiting.shift()?.resolve(said);
      this.expect();
    });
    for (const event of ['error', 'messageerror', 'exit'] as const)
      thread.on(event, (fault: unknown) => {
        if (!isCurrent()) return;
        this.onFault(event === 'exit' ? new Error(`the thread that reads texts ended with ${String(fault)}`) : fault);
        this.end();
      });
    // What waits for a text must not keep a process that has ended its work. To listen holds it again, so this is the last.
    thread.unref();
    return thread;
  }

  /** A process that may have no more threads learns it on the spot. */
  private made(): Worker {
    try {
      return new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, ...this.options });
    } catch (fault) {
      this.onFault(fault);
      throw new RefusedAfterWaiting('rate_limited', NONE_READ, 0);
    }
  }

  /** The next answer for a while, or, where there is none to come, the next text. */
  private expect(): void {
    clearTimeout(this.timer);
    this.begunMs = performance.now();
    const isIdle = this.waiting.length === 0;
    const patienceMs = this.isReady ? this.deadlineMs : START_MS;
    this.timer = setTimeout(() => this.end(), isIdle ? IDLE_MS : patienceMs);
    if (isIdle) this.timer.unref();
  }

  /**
   * The text that it was at is refused, as are those behind it, which may be sent again. One that could not even begin is no text's fault. The next one
   * gets a new thread.
   */
  private end(): void {
    clearTimeout(this.timer);
    const { thread, waiting, isReady, begunMs } = this;
    [this.thread, this.isReady, this.waiting] = [undefined, false, []];
    void thread?.terminate();
    const nowMs = performance.now();
    for (const [place, { reject, askedMs }] of waiting.entries()) {
      const isFirst = place === 0 && isReady;
      const workedMs = isFirst ? nowMs - begunMs : 0;
      const elsewhereMs = Math.max(0, nowMs - askedMs - workedMs);
      if (isFirst) reject(new RefusedAfterWaiting('bad_request', { message: TOO_LONG }, elsewhereMs));
      else reject(new RefusedAfterWaiting('rate_limited', isReady ? TOO_MANY : NONE_READ, elsewhereMs));
    }
  }
}
