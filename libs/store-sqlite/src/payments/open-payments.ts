import { setTimeout as sleep } from 'node:timers/promises';
import { LocalLocks, type PaymentReader, type PaymentStore } from '@stackcheck/payment-x402';
import type { InFlightLocks } from '@stackcheck/payment-x402/in-flight';
import { FaultWatch, type HostLease, type LeaseOutcome } from '@stackcheck/payment-x402/store';
import { openHostLease, type OpenHostLease } from './host-lease';
import { ledgerFaultOf } from './ledger-fault';
import { checkLedgerFile } from './ledger-file';
import { openPaymentLedger, type LedgerOptions, type OpenPaymentLedger } from './payment-ledger';
import { lazyPaymentReader } from './payment-reader';
import { openSandboxNonces, type OpenSandboxNonces } from './sandbox-nonces';
import { openAdaptiveLedger } from './worker-thread';

/** How the payments of a `payments.db` are opened. */
export interface PaymentsConfig {
  readonly file: string;
  /** Identity of this run, written to the rows it claims. */
  readonly bootId: string;
  /** Same for every process that shares this host's file locks. */
  readonly hostId: string;
  /** When the ledger is written in a thread of its own; see `openAdaptiveLedger`. */
  readonly thread: 'busy' | 'always' | 'never';
  /** Stands around the ledger, inside of what watches its faults; in tests. */
  readonly wrapLedger?: (<T extends OpenPaymentLedger>(ledger: T) => T) | undefined;
}

/** How often it is looked whether the last settlement has ended. */
const LOOK_MS = 25;

/**
 * Opens all that outlives a process on the payment side, in one SQLite file.
 * @throws DatabaseOpenError when the file cannot be used, or the newest part of its history was changed
 */
export async function openPayments(config: PaymentsConfig): Promise<PaymentStore> {
  const { file, bootId, hostId } = config;
  const faults: FaultWatch = new FaultWatch(ledgerFaultOf, (cause) => ledger.fail(cause));
  const ledger = openLedger(config, (fault) => faults.met(fault));
  let lease: OpenHostLease;
  try {
    lease = openHostLease(file, { hostId, processId: bootId });
  } catch (error) {
    ledger.close();
    throw error;
  }
  return new SqlitePaymentStore(config, faults, ledger, lease);
}

function openLedger(config: PaymentsConfig, onFault: (fault: unknown) => void): OpenPaymentLedger {
  const { file, bootId, thread } = config;
  const options: LedgerOptions = { bootId, checkpointsInThread: true, onFault };
  return thread === 'never' ? openPaymentLedger(file, options) : openAdaptiveLedger(file, { ...options, thread });
}

class SqlitePaymentStore implements PaymentStore {
  readonly ledger: OpenPaymentLedger;
  readonly lease: HostLease;
  readonly locks: InFlightLocks = new LocalLocks();
  readonly reader: PaymentReader;
  private nonces: OpenSandboxNonces | undefined;
  private isOthers = false;
  private isGivenUp = false;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly config: PaymentsConfig,
    private readonly faults: FaultWatch,
    private readonly file: OpenPaymentLedger,
    private readonly leaseFile: OpenHostLease,
  ) {
    this.ledger = faults.watch(config.wrapLedger?.(file) ?? file);
    this.reader = lazyPaymentReader(config.file);
    this.lease = faults.watch<HostLease>({
      hold: async (nowMs) => {
        this.isGivenUp = false;
        return this.noted(leaseFile.hold(nowMs));
      },
      renew: async (nowMs, isOver) => this.noted(await leaseFile.renew(nowMs, isOver)),
      release: async () => void (this.isGivenUp = true),
    });
  }

  /** Opened when first used: few processes sell in the sandbox. */
  get sandboxNonces(): OpenSandboxNonces {
    return (this.nonces ??= this.faults.watch(openSandboxNonces(this.config.file)));
  }

  integrity() {
    return checkLedgerFile(this.config.file);
  }

  onFault(listener: Parameters<PaymentStore['onFault']>[0]): void {
    this.faults.onFault(listener);
  }

  distrust(why: string): void {
    this.faults.end(why);
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeNow());
  }

  private noted<Outcome extends LeaseOutcome | undefined>(outcome: Outcome): Outcome {
    if (outcome !== undefined) this.isOthers = outcome.kind === 'other_host';
    return outcome;
  }

  /**
   * After a fatal fault the file is not touched again; SQLite's log is recovered at the next start. Nor is the log of a file that
   * another host writes copied from here: the locks may not reach that host. The lease goes last: the process that has it next takes what is open
   * for left by a process that is gone. While a settlement of this process is under way somewhere, no other process has it.
   */
  private async closeNow(): Promise<void> {
    try {
      this.file.close();
      this.nonces?.close();
      await this.reader.close();
      if (this.faults.isBroken || this.isOthers) return;
      this.leaseFile.checkpoint();
      if (this.isGivenUp && this.locks.count === 0) this.leaseFile.release();
    } finally {
      if (this.locks.count === 0) this.leaseFile.close();
      else void this.closeWhenIdle();
    }
  }

  /** In a process that goes on; one that ends gives up its lock by that. */
  private async closeWhenIdle(): Promise<void> {
    while (this.locks.count > 0) await sleep(LOOK_MS, undefined, { ref: false });
    if (this.isGivenUp && !this.faults.isBroken && !this.isOthers) this.leaseFile.release();
    this.leaseFile.close();
  }
}
