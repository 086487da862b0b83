import type { Connection } from '../open';
import type { LogCheckpointer } from './checkpoint-thread';
import { GroupCommit, type GroupCommitOptions } from './group-commit';

/** When the write-ahead log is copied into the file. */
export interface CheckpointOptions extends GroupCommitOptions {
  /** Pages of the log that are too many. */
  readonly pagesMax: number;
  /** The log's length is asked for after so many commits. */
  readonly every?: number;
  /** Makes the greater part of each checkpoint off the event loop; without it, all is made on it. */
  readonly checkpointer?: LogCheckpointer | undefined;
  /** Informed once of the fault after which nothing is written any more; the writes that wait or follow hear of it, too. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
}

const EVERY = 32;
/** Checkpoints off the event loop before the rest is made on it, and how many pages are no more than a rest. */
const ROUNDS_MAX = 4;
const REST_PAGES = 100;
/** Faults after which the next copy may well succeed. */
const PASSING = /^SQLITE_(FULL|BUSY|LOCKED)/;

/**
 * A group commit that also copies the write-ahead log into the file when it has grown long. SQLite would do that by itself, but
 * keeps it to itself when a write or sync of that copy fails; a ledger must not go on then (sqlite.org/c3ref/wal_hook.html). What
 * was committed stands in the log all the same, so the fault stands against the writes that follow.
 */
export class CheckpointingCommit extends GroupCommit {
  private readonly pagesMax: number;
  private readonly every: number;
  private commits = 0;
  private readonly checkpointer: LogCheckpointer | undefined;
  private readonly onFault: ((fault: unknown) => void) | undefined;
  private isCheckpointing = false;

  constructor(
    private readonly file: Connection,
    { pagesMax, every = EVERY, checkpointer, onFault, ...options }: CheckpointOptions,
  ) {
    super(file, options);
    this.pagesMax = pagesMax;
    this.every = every;
    this.checkpointer = checkpointer;
    this.onFault = onFault;
  }

  override fail(fault: unknown): void {
    if (this.hasFailed) return;
    super.fail(fault);
    this.onFault?.(fault);
  }

  protected override afterCommit(): void {
    if (++this.commits % this.every !== 0 || this.hasFailed || this.isCheckpointing) return;
    this.guarded(() => {
      if (this.pagesInLog() <= this.pagesMax) return;
      if (this.checkpointer) void this.checkpointInThread(this.checkpointer);
      else this.copy();
    });
  }

  /**
   * What is committed during a copy is left for the next one, which is shorter. The last bit is copied here: only a log of which
   * nothing is left is begun again and stops growing.
   */
  private async checkpointInThread(checkpointer: LogCheckpointer): Promise<void> {
    this.isCheckpointing = true;
    let goesOn = true;
    for (let round = 1; goesOn; round++) {
      const fault = await checkpointer.copy();
      goesOn = false;
      if (!this.file.open || this.hasFailed) return;
      this.guarded(() => {
        if (fault !== undefined) throw fault;
        goesOn = round < ROUNDS_MAX && this.pagesInLog() > REST_PAGES;
        if (!goesOn) this.copy();
      });
    }
    this.isCheckpointing = false;
  }

  private copy(): void {
    this.file.pragma('wal_checkpoint(PASSIVE)');
  }

  private guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (typeof code === 'string' && PASSING.test(code)) return;
      this.fail(error);
    }
  }

  /** Copies nothing: it gives the length alone (an older SQLite would copy, too). */
  private pagesInLog(): number {
    const [row] = this.file.pragma('wal_checkpoint(NOOP)') as readonly {
      readonly log: number;
      readonly checkpointed: number;
    }[];
    return row ? row.log - row.checkpointed : 0;
  }
}
