import { LIMITS } from '@stackcheck/contract';
import { reasonOf } from './gate-log';
import type { PaymentRecord } from './ledger';
import { recordSettlement } from './record-settlement';
import { resolveOpen, type ResolveUses } from './resolve';

/** What one run did. */
export interface ReconcileReport {
  readonly settled: number;
  readonly released: number;
  /** Payments whose outcome is still not known. */
  readonly open: number;
  /** Settlements that still wait to be stored. */
  readonly late: number;
}

/** Closes open payments; run at boot and every few seconds while rows are open. Runs must not overlap. */
export interface Reconciler {
  runOnce(): Promise<ReconcileReport>;
}

/** Facilitators may answer for a settled payment a while after its window closed; later only the chain is asked. */
const MARGIN_SECONDS = 60;
const ROWS_PER_RUN = 50;

/**
 * Resolves `unknown` rows and `settling` ones that nobody works on, left by a crash or a failed write, and stores
 * settlements that could not be stored.
 */
export function createReconciler(uses: Omit<ResolveUses, 'log'> & Partial<Pick<ResolveUses, 'log'>>): Reconciler {
  const reconciling: ResolveUses = { ...uses, log: uses.log ?? (() => undefined) };
  return { runOnce: () => runOnce(reconciling) };
}

async function runOnce(uses: ResolveUses): Promise<ReconcileReport> {
  for (const [id, settlement] of uses.flights.allLate()) await recordSettlement(uses, id, settlement);
  const count = { settled: 0, released: 0, open: 0 };
  for (const record of await uses.ledger.open(ROWS_PER_RUN)) count[await reconcile(uses, record)]++;
  return { ...count, late: uses.flights.allLate().length };
}

async function reconcile(uses: ResolveUses, record: PaymentRecord): Promise<'settled' | 'released' | 'open'> {
  const begun = uses.flights.begin({ key: record.key, hash: record.paymentHash, identifier: record.identifier });
  if (begun.kind !== 'begun') return 'open';
  try {
    // A client's retry may have closed it since the list was read.
    const current = await uses.ledger.find(record.key);
    if (current?.id !== record.id || (current.state !== 'settling' && current.state !== 'unknown'))
      return current?.state === 'settled' ? 'settled' : 'open';
    const isSettleable = uses.clock.now() / 1_000 < current.validBefore + MARGIN_SECONDS;
    return (await resolveOpen(uses, current, isSettleable ? LIMITS.settleTimeoutMs : 0)).kind;
  } catch (error) {
    uses.log({ level: 'alarm', event: 'ledger_failed', routeId: record.routeId, reason: reasonOf(error) });
    return 'open';
  } finally {
    begun.flight.release();
  }
}
