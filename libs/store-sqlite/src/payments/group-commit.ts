import type { Connection } from '../open';

/** How long a write may wait for company. */
export interface GroupCommitOptions {
  /**
   * Longest wait of a lazy write, in milliseconds, for an urgent one whose commit it can share; 0 makes it urgent.
   */
  readonly lazyMs?: number;
}

interface Waiting {
  run(): void;
  resolve(): void;
  reject(cause: unknown): void;
}

const LAZY_MS = 100;

/** Codes after which nothing can be believed of the file (sqlite.org/rescode.html). */
const OF_DATABASE = /^SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)/;

/** Whether nothing can be believed of the file after this error. */
function isOfDatabase(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && OF_DATABASE.test(code);
}

/** A step threw, and the transaction around it could still have gone on. */
class StepFailed extends Error {
  constructor(cause: unknown) {
    super('a step of the group failed', { cause });
  }
}

/**
 * Lets concurrent writes share one commit and so one sync of the disk. What is asked for in one turn of the event loop
 * runs in one `BEGIN IMMEDIATE` … `COMMIT` (a deferred transaction that upgrades after another writer fails at once,
 * without waiting). Since the commit blocks the loop, whatever arrives meanwhile is the next group.
 */
export class GroupCommit {
  private waiting: Waiting[] = [];
  private soon: NodeJS.Immediate | undefined;
  private later: NodeJS.Timeout | undefined;
  private readonly together: (group: readonly Waiting[]) => void;
  private readonly eachByItself: (group: readonly Waiting[]) => ReadonlyMap<Waiting, unknown>;
  private readonly alone: (step: Waiting) => void;
  private readonly lazyMs: number;
  private fault: unknown;

  constructor(
    private readonly database: Connection,
    options: GroupCommitOptions = {},
  ) {
    this.lazyMs = options.lazyMs ?? LAZY_MS;
    const together = database.transaction((group: readonly Waiting[]) => this.runAll(group));
    this.together = (group) => together.immediate(group);
    // Inside a transaction, the driver makes this one a savepoint.
    this.alone = database.transaction((step: Waiting) => step.run());
    const eachByItself = database.transaction((group: readonly Waiting[]) => this.attemptAll(group));
    this.eachByItself = (group) => eachByItself.immediate(group);
  }

  /**
   * Runs a step inside the next commit and resolves after it. A step that throws is undone and rejects alone; a commit
   * that fails rejects all its steps, and nothing may be concluded about any of them. After a fault of the file, no step
   * is tried any more: it rejects with the same fault.
   */
  write<T>(step: () => T): Promise<T> {
    if (this.fault !== undefined) return Promise.reject(this.fault as Error);
    const written = this.enqueue(step);
    this.soon ??= setImmediate(() => this.commitWaiting());
    return written;
  }

  /** The same for a write that no caller waits for: it joins the next commit, or has one of its own after a while. */
  writeLazily<T>(step: () => T): Promise<T> {
    if (this.lazyMs === 0 || this.fault !== undefined) return this.write(step);
    const written = this.enqueue(step);
    this.later ??= setTimeout(() => this.commitWaiting(), this.lazyMs);
    return written;
  }

  /** Commits what waits now; to be called before the connection is closed. */
  flush(): void {
    this.commitWaiting();
  }

  /** Nothing is written any more: what waits rejects with the fault, as does whatever is asked for later. The first one stands. */
  fail(fault: unknown): void {
    if (this.fault !== undefined) return;
    this.fault = fault;
    for (const step of this.takeWaiting()) step.reject(fault);
  }

  /** Nothing is written any more. */
  protected get hasFailed(): boolean {
    return this.fault !== undefined;
  }

  /** Called after every commit, also one that failed. */
  protected afterCommit(): void {
    // Nothing to do here.
  }

  private commitWaiting(): void {
    const group = this.takeWaiting();
    if (group.length === 0) return;
    try {
      const failed = this.commit(group);
      for (const step of group) {
        if (failed.has(step)) step.reject(failed.get(step));
        else step.resolve();
      }
    } catch (error) {
      for (const step of group) step.reject(error);
      // What is asked for meanwhile, or is still being compressed, must not be tried: pages that failed to sync are silently gone.
      if (isOfDatabase(error)) this.fail(error);
    }
    this.afterCommit();
  }

  private takeWaiting(): readonly Waiting[] {
    clearImmediate(this.soon);
    clearTimeout(this.later);
    this.soon = this.later = undefined;
    const group = this.waiting;
    this.waiting = [];
    return group;
  }

  private enqueue<T>(step: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      this.waiting.push({
        run: () => (result = step()),
        resolve: () => resolve(result),
        reject,
      });
    });
  }

  /**
   * Almost always every step goes well, and then a savepoint around each would only cost time. A step that throws undoes the
   * group, which is written again with them; steps are SQL alone, so that running one twice leaves nothing behind.
   */
  private commit(group: readonly Waiting[]): ReadonlyMap<Waiting, unknown> {
    try {
      this.together(group);
      return new Map();
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      if (group.length === 1) return new Map([[group[0]!, error.cause]]);
      return this.eachByItself(group);
    }
  }

  private runAll(group: readonly Waiting[]): void {
    for (const step of group) {
      try {
        step.run();
      } catch (cause) {
        throw this.isOfStep(cause) ? new StepFailed(cause) : cause;
      }
    }
  }

  /**
   * A full disk that made SQLite undo the whole transaction is no fault of the step, and a failed read or write never is: to try
   * the step again could hide it, and the others cannot be believed either.
   */
  private isOfStep(error: unknown): boolean {
    return this.database.inTransaction && !isOfDatabase(error);
  }

  private attemptAll(group: readonly Waiting[]): ReadonlyMap<Waiting, unknown> {
    const failed = new Map<Waiting, unknown>();
    for (const step of group) {
      try {
        this.alone(step);
      } catch (error) {
        if (!this.isOfStep(error)) throw error;
        failed.set(step, error);
      }
    }
    return failed;
  }
}
