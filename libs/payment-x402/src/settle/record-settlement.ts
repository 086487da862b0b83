import type { Clock } from '@stackcheck/contract';
import type { InFlightLocks } from '../in-flight/in-flight-locks';
import { reasonOf, type GateLog } from './gate-log';
import type { PaymentLedger, Settlement } from '../ledger/ledger';

/** A settlement, and whether it is on disk. */
export interface RecordedSettlement {
  readonly settlement: Settlement;
  readonly isStored: boolean;
}

/**
 * W2. A settlement that cannot be stored is kept in memory and stored later by a retry or the reconciler: the customer
 * has paid, so the answer goes out either way. Never throws.
 * @returns the settlement to answer with: the one that stands in the ledger, where that is known
 */
export async function recordSettlement(
  deps: {
    readonly ledger: PaymentLedger;
    readonly clock: Clock;
    readonly locks: InFlightLocks;
    readonly log: GateLog;
  },
  paymentId: number,
  settlement: Settlement,
): Promise<RecordedSettlement> {
  try {
    const standing = await deps.ledger.settled(paymentId, settlement, deps.clock.now());
    deps.locks.dropLate(paymentId);
    return { settlement: standing, isStored: true };
  } catch (error) {
    deps.locks.keepLate(paymentId, settlement);
    deps.log({ level: 'alarm', event: 'ledger_failed', reason: `settled: ${reasonOf(error)}` });
    return { settlement, isStored: false };
  }
}
