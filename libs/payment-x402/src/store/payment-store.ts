import type { InFlightLocks } from '../in-flight/in-flight-locks';
import type { PaymentLedger, PrepaidLedger } from '../ledger/ledger';
import type { SandboxNonces } from '../ledger/sandbox-nonces';
import type { RefusalLimit } from '../refusals/refusals';
import type { HostLease } from './host-lease';
import type { PaymentReader } from './payment-reader';

/**
 * What a fault of the store means, whatever its driver calls it.
 *
 * - `fatal`: nothing can be believed of what was written, e.g. after a failed sync: the process must end without trying again
 * - `full`: no room to write; what is there is whole
 * - `busy`: another process kept the store locked for too long
 * - `away`: the store cannot be reached; it may come back, and what was under way may have been written or not
 */
export type LedgerFaultKind = 'fatal' | 'full' | 'busy' | 'away';

/** A fault of the store, as its listeners are given it. */
export interface LedgerFault {
  readonly kind: LedgerFaultKind;
  /** For logs and operators: the driver's code, or why the store is not to be trusted. Never data of a payment. */
  readonly detail: string;
}

/** What came of a check of all that is stored. */
export type Integrity =
  | { readonly kind: 'sound' }
  | { readonly kind: 'damaged'; readonly detail: string }
  /** The check itself could not be made. */
  | { readonly kind: 'unchecked'; readonly reason: string };

/** All that outlives a process on the payment side. Opened before anything that takes payments is made. */
export interface PaymentStore {
  readonly ledger: PaymentLedger & PrepaidLedger;
  /** Who works on which payment, among all processes over this store. */
  readonly locks: InFlightLocks;
  readonly lease: HostLease;
  /** For operators' commands; sees what was committed. */
  readonly reader: PaymentReader;
  readonly sandboxNonces: SandboxNonces;
  /**
   * Why an operator paused payments of all processes over this store, as far as this one knows; undefined when none did. Absent
   * from a store that has no such switch.
   */
  readonly pausedBy?: () => string | undefined;
  /** How far our clock is ahead of the store's, negative when behind, as last seen; undefined: not known yet. Absent from a store without a clock. */
  readonly clockAheadMs?: () => number | undefined;
  /** How many processes live over this store, this one included, as far as it knows. Absent from a store of one process. */
  readonly nodes?: () => number;
  /**
   * Stands around this process's limit, so that the processes over this store count each other's refusals, a moment later. Absent
   * from a store that does not pass them on.
   */
  readonly shareRefusals?: (limit: RefusalLimit) => RefusalLimit;
  /** The rest of what is not checked when the store is opened, since it takes as long as the past is. Never rejects. */
  integrity(): Promise<Integrity>;
  /**
   * Informed of every fault, whichever part of the store met it, before the call that met it rejects. A `fatal` one is reported once, also
   * to those who begin to listen later; from then on each call rejects with `LedgerBrokenError` without being tried.
   */
  onFault(listener: (fault: LedgerFault) => void): void;
  /** The store must not be used any more for a reason of its user's: as after a fatal fault, which `why` is reported as. */
  distrust(why: string): void;
  /** Writes what waits, unless nothing may be written any more. Idempotent. */
  close(): Promise<void>;
}

/** Every later use of a store that had a fatal fault. */
export class LedgerBrokenError extends Error {
  /** @param why the fault, as its `detail` says it */
  constructor(why: string) {
    super(`the payment ledger had a fault that forbids to use it again in this process: ${why}`);
    this.name = 'LedgerBrokenError';
  }
}
