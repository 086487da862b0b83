import type { Pause } from './pause';

/** What a fault of the ledger's database means. */
export type LedgerFault =
  /** Nothing can be believed of the file any more, e.g. a failed sync: the process must end without trying again. */
  | 'fatal'
  /** No room to write; the file is whole. */
  | 'full'
  /** Another process kept the file locked too long. */
  | 'busy'
  /** No fault of the database. */
  | 'none';

/** `LEDGER_THREAD_ENDED`: the thread that writes is gone, and with it what is known of the writes under way. */
const FATAL = /^(SQLITE_(IOERR|CORRUPT|NOTADB|CANTOPEN|READONLY)|LEDGER_THREAD_ENDED)/;

/** Reads the kind of fault from an error's SQLite code (sqlite.org/rescode.html). */
export function ledgerFaultOf(error: unknown): LedgerFault {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'none';
  if (FATAL.test(code)) return 'fatal';
  if (code === 'SQLITE_FULL') return 'full';
  return /^SQLITE_(BUSY|LOCKED)/.test(code) ? 'busy' : 'none';
}

/** Every later use of a ledger that had a fatal fault. */
export class LedgerBrokenError extends Error {
  constructor() {
    super('the payment ledger had a fault that forbids to use it again in this process');
    this.name = 'LedgerBrokenError';
  }
}

/** What a fault leads to. */
export interface LedgerFaultDeps {
  readonly pause: Pause;
  /** Makes room when the disk is full. */
  readonly makeRoom: () => void;
  /** Called once; the process must end. */
  readonly onFatal: (code: string) => void;
}

/** Watches everything that writes the ledger's file. */
export class LedgerFaults {
  private broken = false;
  private readonly stopped: ((cause: LedgerBrokenError) => void)[] = [];

  constructor(private readonly deps: LedgerFaultDeps) {}

  /** After a fatal fault nothing may be written, not even a retry: pages that failed to sync are silently gone. */
  get isBroken(): boolean {
    return this.broken;
  }

  /** The same object with its faults watched; once broken, its methods fail without being tried. */
  watch<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== 'function' || name === 'close') return value;
        return (...args: unknown[]): unknown => this.call(() => Reflect.apply(value, object, args) as unknown);
      },
    });
  }

  /** What is told once the ledger is broken, before anybody else is: it must drop what waits to be written. */
  whenBroken(stop: (cause: LedgerBrokenError) => void): void {
    this.stopped.push(stop);
  }

  /** A fault that was met elsewhere. */
  report(error: unknown): void {
    const fault = ledgerFaultOf(error);
    if (fault === 'none' || this.broken) return;
    const { code } = error as { code: string };
    if (fault === 'full') this.deps.makeRoom();
    this.deps.pause.report('ledger', 'pause', `the payment ledger cannot be written (${code})`);
    if (fault === 'fatal') this.fail(code);
  }

  /** The ledger must not be used any more for a reason of its own. */
  fail(why: string): void {
    if (this.broken) return;
    this.broken = true;
    for (const stop of this.stopped) stop(new LedgerBrokenError());
    this.deps.pause.report('ledger', 'pause', `payments end: ${why}`);
    this.deps.onFatal(why);
  }

  /** A write went through. */
  wrote(): void {
    if (!this.broken) this.deps.pause.report('ledger', 'clear');
  }

  private call(act: () => unknown): unknown {
    if (this.broken) return Promise.reject(new LedgerBrokenError());
    try {
      const result = act();
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        this.report(error);
        throw error;
      });
    } catch (error) {
      this.report(error);
      throw error;
    }
  }
}
