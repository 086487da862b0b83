import type { PaymentLedger } from '@stackcheck/payment-x402';
import type { InFlightLocks } from '@stackcheck/payment-x402/in-flight';
import type { LedgerRows } from '../checks/ledger-rows';
import type { Life } from '../core/life';
import type { Stop } from '../model/disk';

/** What a process sells with. */
export interface OpenedLedger {
  readonly ledger: PaymentLedger;
  readonly locks: InFlightLocks;
}

/** Where the payments of a schedule are kept, and how its processes get there. */
export interface Ledgers {
  /** All rows, past every port. */
  readonly rows: LedgerRows;
  /** Whether rows can be looked at. */
  readonly isOpen: boolean;
  /** @returns a promise that rejects where the process cannot start */
  open(life: Life): OpenedLedger | Promise<OpenedLedger>;
  /** One process is gone. */
  end(life: Life): void;
  /** All are. */
  crash(stop: Stop): void;
  /** Whether a process slept since it made sure that it may settle a payment; never where processes do not sleep. */
  isExcused?(life: Life, nonce: string): boolean;
  /** A settle call leaves. */
  settleLeaves?(life: Life): void;
  /** Whether nothing more is to be seen: the ledger lost what it had acknowledged, and a while has passed. */
  isOver?(): boolean;
  /** Nothing goes wrong from here on. */
  calm(): void;
  close(): void;
}
