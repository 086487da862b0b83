import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { UpstreamError } from '@stackcheck/datasets/fetch';
import { UpstreamShapeError, type DumpReading } from '@stackcheck/datasets/records';
import { zipDirectory, type ZipEntry } from '../adapters/zip-directory';
import { inlineArchiveReader, UNPACKED_BYTES_MAX, type ArchiveReader } from './archive-reader';
import { toFlatEntries, type ThreadAnswer, type ThreadRequest } from './thread-messages';

/**
 * Batches that wait for each thread while it reads one, for some 30 ms: on a busy machine it may take as long until the other side
 * has its turn. Read, each is some 50 KB of text.
 */
const BATCHES_AHEAD = 16;

/** What all batches under way may unpack to: of huge records a few are enough. */
const BYTES_AHEAD_MAX = 16 * 1024 * 1024;

/** An archive of so many bytes has some ten thousand records. */
const WORTHWHILE_BYTES = 8 * 1024 * 1024;

/** A batch takes some 30 ms; a thread that has not answered any for this long hangs, on a disk that is gone or a fault of ours. */
const STALL_MS = 60_000;

/** Time for a thread to end. One that is stuck in the system is left behind, and does not keep the process. */
const END_MS = 5_000;

/** Records are gone as soon as they are read; more room for them would be memory and save no time. */
const YOUNG_MB = 12;

/** Started as a compiled file from a compiled file, and as a source from a source. */
const PROGRAM = join(__dirname, `archive-thread${extname(__filename)}`);

/**
 * Reads archives on threads of its own, so that unpacking, parsing and checking records goes on while the caller stores those
 * that came before. The batches are handed out in turn and come back in their order: the caller sees what it would
 * see on one thread. Not more than a few are under way at a time. A thread that breaks down fails the reading, and every later one; so does
 * one that hangs, which is ended.
 */
export class ArchiveThreads implements ArchiveReader {
  private readonly threads: ArchiveThread[] = [];

  /** @param fromBytes smaller archives are read at once, in less time than starting threads takes, until a larger one has started them */
  constructor(
    private readonly count: number,
    private readonly fromBytes = WORTHWHILE_BYTES,
    private readonly options: WorkerOptions = {},
    private readonly stallMs = STALL_MS,
  ) {}

  async *read(path: string): AsyncGenerator<readonly DumpReading[], void, undefined> {
    const { threads } = this;
    if (threads.length === 0 && statSync(path).size < this.fromBytes) return yield* inlineArchiveReader.read(path);
    // One by one: where the system has no thread left, those that were started are ended all the same.
    while (threads.length < this.count) threads.push(new ArchiveThread(this.options, this.stallMs));
    const underWay: UnderWay[] = [];
    let bytesAhead = 0;
    let batches = 0;
    try {
      for await (const entries of zipDirectory(path, UNPACKED_BYTES_MAX)) {
        const thread = threads[batches % threads.length] as ArchiveThread;
        const readings = thread.read(path, entries);
        // It is looked at in its turn; one that fails before must not end the process meanwhile.
        readings.catch(() => undefined);
        const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
        underWay.push({ readings, bytes });
        batches += 1;
        bytesAhead += bytes;
        while (underWay.length > threads.length * BATCHES_AHEAD || bytesAhead > BYTES_AHEAD_MAX) {
          const next = underWay.shift() as UnderWay;
          bytesAhead -= next.bytes;
          yield await next.readings;
        }
      }
      for (const { readings } of underWay) yield await readings;
    } finally {
      // The archive may be removed once nobody reads in it any more.
      await Promise.allSettled(underWay.map(({ readings }) => readings));
      for (const thread of threads) thread.leave();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.end()));
  }
}

/** A batch that a thread reads or is about to. */
interface UnderWay {
  readonly readings: Promise<readonly DumpReading[]>;
  /** What its files unpack to, as the directory says. */
  readonly bytes: number;
}

interface Waiting {
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** One thread. It answers in the order in which it is asked. */
class ArchiveThread {
  private readonly worker: Worker;
  private readonly waiting: Waiting[] = [];
  private fault: Error | undefined;

  private stall: NodeJS.Timeout | undefined;

  constructor(
    options: WorkerOptions,
    private readonly stallMs: number,
  ) {
    this.worker = new Worker(PROGRAM, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB }, ...options });
    this.worker.on('message', (answer: ThreadAnswer) => {
      this.waiting.shift()?.resolve(answer);
      this.expectAnswer();
    });
    this.worker.on('messageerror', (error) => this.fail(error));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', (code) => this.fail(new Error(`a thread that reads archives ended with code ${code}`)));
  }

  async read(path: string, entries: readonly ZipEntry[]): Promise<readonly DumpReading[]> {
    const answer = await this.ask({ kind: 'read', path, entries: toFlatEntries(entries) });
    if (!answer.ok) throw new UpstreamShapeError(answer.fault);
    return JSON.parse(answer.readings) as readonly DumpReading[];
  }

  leave(): void {
    this.worker.postMessage({ kind: 'close' } satisfies ThreadRequest);
  }

  async end(): Promise<void> {
    this.worker.unref();
    await Promise.race([this.worker.terminate(), sleep(END_MS, undefined, { ref: false })]);
  }

  private ask(request: ThreadRequest): Promise<ThreadAnswer> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      if (this.waiting.length === 1) this.expectAnswer();
      this.worker.postMessage(request);
    });
  }

  /** From now on the next answer is waited for, where there is one to come. */
  private expectAnswer(): void {
    clearTimeout(this.stall);
    const [next] = this.waiting;
    if (next === undefined) return;
    this.stall = setTimeout(() => {
      // What came while this thread was busy itself is looked at first.
      setImmediate(() => {
        if (this.waiting[0] === next) this.giveUp();
      });
    }, this.stallMs);
  }

  private giveUp(): void {
    const seconds = Math.round(this.stallMs / 1_000);
    this.fail(new UpstreamError(`a thread that reads archives did nothing for ${seconds} s and was ended`));
    void this.end();
  }

  private fail(error: Error): void {
    clearTimeout(this.stall);
    this.fault ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.fault);
  }
}
