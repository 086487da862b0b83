import { LedgerBrokenError, type LedgerFault } from './payment-store';

/** Watches everything that uses a store's database, and ends that use after a fault that forbids it. */
export class FaultWatch {
  private readonly listeners: ((fault: LedgerFault) => void)[] = [];
  private fatal: LedgerFault | undefined;

  /**
   * @param faultOf reads the kind of fault from an error of the driver; undefined for an error that is none of the database
   * @param stop called once, before the listeners: what waits to be written must be dropped
   */
  constructor(
    private readonly faultOf: (error: unknown) => LedgerFault | undefined,
    private readonly stop: (cause: LedgerBrokenError) => void,
  ) {}

  /** After a fatal fault nothing may be written, not even a retry: pages that failed to sync are silently gone. */
  get isBroken(): boolean {
    return this.fatal !== undefined;
  }

  onFault(listener: (fault: LedgerFault) => void): void {
    this.listeners.push(listener);
    if (this.fatal) listener(this.fatal);
  }

  /** The same object with its faults watched; once broken, its methods but `close` fail without being tried. */
  watch<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== 'function') return value;
        if (name === 'close') return () => Reflect.apply(value, object, []) as unknown;
        return (...args: unknown[]): unknown => this.call(() => Reflect.apply(value, object, args) as unknown);
      },
    });
  }

  /** An error that was met somewhere; what is no fault of the database changes nothing. */
  met(error: unknown): void {
    const fault = this.faultOf(error);
    if (fault?.kind === 'fatal') this.end(fault.detail);
    else if (fault && !this.fatal) this.tell(fault);
  }

  /** Nothing is written any more. The first reason stands. */
  end(detail: string): void {
    if (this.fatal) return;
    this.fatal = { kind: 'fatal', detail };
    this.stop(new LedgerBrokenError(detail));
    this.tell(this.fatal);
  }

  private tell(fault: LedgerFault): void {
    for (const listener of this.listeners) listener(fault);
  }

  private call(act: () => unknown): unknown {
    if (this.fatal) return Promise.reject(new LedgerBrokenError(this.fatal.detail));
    try {
      const result = act();
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        this.met(error);
        throw error;
      });
    } catch (error) {
      this.met(error);
      throw error;
    }
  }
}
