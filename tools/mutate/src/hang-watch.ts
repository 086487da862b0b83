import { existsSync, mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Of what tests take without a fault: so much more, and so much besides, is never ended. */
const CPU_FACTOR = 20;
const CPU_MS_MORE = 30_000;

/** What the thread is sent: until which processor time of this process it may go on, and which file says that it did not. */
export interface Watched {
  readonly untilCpuMs: number;
  readonly mark: string;
}

/**
 * Ends this process when tests with a mutant take far more processor time than without: a loop that never ends leaves nobody else to do it.
 * By processor time and not by the clock, so that a busy machine makes no difference.
 */
export class HangWatch {
  private thread: Worker | undefined;

  /**
   * @param folder for a mark of each mutant that was ended
   * @param moreMs less in tests
   */
  constructor(
    private readonly folder: string,
    private readonly moreMs = CPU_MS_MORE,
  ) {}

  /** Whether a process was ended because of this mutant. */
  hasEnded(id: string): boolean {
    return existsSync(this.markOf(id));
  }

  /** Runs something under watch. @param cpuMs that it takes without a fault */
  async during<Result>(id: string, cpuMs: number, run: () => Promise<Result>): Promise<Result> {
    mkdirSync(this.folder, { recursive: true });
    this.thread ??= startThread();
    const untilCpuMs = cpuMsOfProcess() + CPU_FACTOR * cpuMs + this.moreMs;
    this.thread.postMessage({ untilCpuMs, mark: this.markOf(id) } satisfies Watched);
    try {
      return await run();
    } finally {
      this.thread.postMessage(undefined);
    }
  }

  private markOf(id: string): string {
    return join(this.folder, id);
  }
}

/** Processor time of all threads of this process. */
export function cpuMsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Started as a compiled file from a compiled file, and as a source from a source. */
const PROGRAM = join(__dirname, `hang-thread${extname(__filename)}`);

function startThread(): Worker {
  const thread = new Worker(PROGRAM);
  thread.unref();
  return thread;
}
