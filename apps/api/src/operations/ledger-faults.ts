import type { PaymentStore } from '@stackcheck/payment-x402';
import type { LedgerFault } from '@stackcheck/payment-x402/store';
import type { Pause } from './pause';

/** What a fault leads to. */
export interface LedgerFaultDeps {
  /** Absent without payments. */
  readonly store: Pick<PaymentStore, 'onFault' | 'distrust'> | undefined;
  readonly pause: Pause;
  /** Makes room when the disk is full. */
  readonly makeRoom: () => void;
  /** Called once; the process must end. */
  readonly onFatal: (why: string) => void;
}

/** What the faults of the payment store mean for this process: payments are paused, or they end and so does the process. */
export class LedgerFaults {
  private broken = false;

  constructor(private readonly deps: LedgerFaultDeps) {
    deps.store?.onFault((fault) => this.met(fault));
  }

  /** After a fatal fault the store refuses every call. */
  get isBroken(): boolean {
    return this.broken;
  }

  /** The store must not be used any more for a reason of this process's. */
  fail(why: string): void {
    const { store } = this.deps;
    if (store) store.distrust(why);
    else this.end(why);
  }

  /** A write went through. */
  wrote(): void {
    if (!this.broken) this.deps.pause.report('ledger', 'clear');
  }

  private met({ kind, detail }: LedgerFault): void {
    if (kind === 'fatal') return this.end(detail);
    if (kind === 'full') this.deps.makeRoom();
    this.deps.pause.report('ledger', 'pause', `the payment ledger cannot be written (${detail})`);
  }

  private end(why: string): void {
    if (this.broken) return;
    this.broken = true;
    this.deps.pause.report('ledger', 'pause', `payments end: ${why}`);
    this.deps.onFatal(why);
  }
}
