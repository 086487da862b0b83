import { extname, join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ServiceError } from '@stackcheck/contract';
import type { TextRead } from './read-text';

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
  /** @throws ServiceError `rate_limited` while too many wait, `bad_request` for one that cannot be read to its end */
  read(text: TextToRead): Promise<ReadByThread>;
}

/** One text of 64 KB takes up to 0.1 s, so that the last of them waits less than a second. */
const WAITING_MAX = 8;
/** A hundred times as long as any text takes. */
const DEADLINE_MS = 10_000;
/** Until the thread has loaded what it reads with, which is no text's fault. */
const START_MS = 60_000;
/** Without texts the thread and its memory are given back. */
const IDLE_MS = 10_000;
/** A text of 64 KB takes a few. */
const MEMORY_MB = 64;

/** Started as a compiled file from a compiled file, and as a source from a source. */
const PROGRAM = join(__dirname, `text-thread${extname(__filename)}`);

interface Waiting {
  readonly resolve: (answer: ReadByThread) => void;
  readonly reject: (error: ServiceError) => void;
}

/** One thread, started with the first text. It answers in the order in which it is asked. */
export class TextReader implements Texts {
  private thread: Worker | undefined;
  private isReady = false;
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: WorkerOptions = {},
    private readonly deadlineMs = DEADLINE_MS,
  ) {}

  async read(text: TextToRead): Promise<ReadByThread> {
    if (this.waiting.length >= WAITING_MAX)
      throw new ServiceError('rate_limited', { message: 'too many texts are being read', retryAfterSeconds: 1 });
    this.thread ??= this.start();
    const answer = new Promise<ReadByThread>((resolve, reject) => this.waiting.push({ resolve, reject }));
    if (this.waiting.length === 1) this.expect();
    this.thread.postMessage(text);
    return answer;
  }

  private start(): Worker {
    const thread = new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, ...this.options });
    const isCurrent = (): boolean => this.thread === thread;
    thread.on('message', (said: FromThread) => {
      if (!isCurrent()) return;
      if (said === 'ready') this.isReady = true;
      else this.waiting.shift()?.resolve(said);
      this.expect();
    });
    for (const event of ['error', 'messageerror', 'exit'] as const)
      thread.on(event, () => {
        if (isCurrent()) this.end();
      });
    // What waits for a text must not keep a process that has ended its work. To listen holds it again, so this is the last.
    thread.unref();
    return thread;
  }

  /** The next answer for a while, or, where there is none to come, the next text. */
  private expect(): void {
    clearTimeout(this.timer);
    const isIdle = this.waiting.length === 0;
    const patienceMs = this.isReady ? this.deadlineMs : START_MS;
    this.timer = setTimeout(() => this.end(), isIdle ? IDLE_MS : patienceMs);
    if (isIdle) this.timer.unref();
  }

  /** The text that it was at is refused, as are those behind it, which may be sent again. The next one gets a new thread. */
  private end(): void {
    clearTimeout(this.timer);
    const { thread, waiting } = this;
    [this.thread, this.isReady, this.waiting] = [undefined, false, []];
    void thread?.terminate();
    const [first, ...others] = waiting;
    first?.reject(new ServiceError('bad_request', { message: 'text could not be read to its end; send a part of it' }));
    for (const { reject } of others)
      reject(new ServiceError('rate_limited', { message: 'too many texts are being read', retryAfterSeconds: 1 }));
  }
}
