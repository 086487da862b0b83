import type { Clock } from '@stackcheck/contract';
import type { FlightBook } from './flights/flight-book';
import { reasonOf, type GateLog } from './gate-log';
import type { PaymentLedger, Settlement } from './ledger';

/**
 * W2. A settlement that cannot be stored is kept in memory and stored later by a retry or the reconciler: the customer
 * has paid, so the answer goes out either way. Never throws.
 * @returns whether it is on disk now
 */
export async function recordSettlement(
  uses: {
    readonly ledger: PaymentLedger;
    readonly clock: Clock;
    readonly flights: FlightBook;
    readonly log: GateLog;
  },
  paymentId: number,
  settlement: Settlement,
): Promise<boolean> {
  try {
    await uses.ledger.settled(paymentId, settlement, uses.clock.now());
    uses.flights.dropLate(paymentId);
    return true;
  } catch (error) {
    uses.flights.keepLate(paymentId, settlement);
    uses.log({ level: 'alarm', event: 'ledger_failed', reason: `settled: ${reasonOf(error)}` });
    return false;
  }
}
