import { LIMITS } from '@stackcheck/contract';
import { reasonOf } from '../settle/gate-log';
import type { PaymentRecord } from '../ledger/ledger';
import { recordSettlement } from '../settle/record-settlement';
import { resolveOpen, type ResolveDeps } from '../settle/resolve';

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
  /** Asks about the next open payments, and closes those whose outcome is proven. Rejects where the ledger cannot be read or written. */
  runOnce(): Promise<ReconcileReport>;
}

/** Facilitators may answer for a settled payment a while after its window closed; later only the chain is asked. */
const MARGIN_SECONDS = 60;
const ROWS_PER_RUN = 50;
/** Each costs every node several questions. */
const WATCHED_PER_RUN = 10;

/**
 * Resolves `unknown` rows and `settling` ones that no request works on, left by a crash or a failed write, and stores
 * settlements that could not be stored. Where the chain can be asked, refused payments get a last look after their window,
 * a few per run and all in turn.
 */
export function createReconciler(deps: Omit<ResolveDeps, 'log'> & Partial<Pick<ResolveDeps, 'log'>>): Reconciler {
  const reconciling: ResolveDeps = { ...deps, log: deps.log ?? (() => undefined) };
  let openTo = 0;
  let watchedTo = 0;
  return {
    async runOnce() {
      const { to, ...report } = await runOnce(reconciling, openTo);
      openTo = to;
      if (!reconciling.evidence) return report;
      const watch = await watchOnce(reconciling, watchedTo);
      watchedTo = watch.to;
      return { ...report, settled: report.settled + watch.settled, released: report.released + watch.released };
    },
  };
}

/** The next of the open payments, in turn: some that stay open must not keep the others waiting. */
async function runOnce(deps: ResolveDeps, afterId: number): Promise<ReconcileReport & { readonly to: number }> {
  for (const [id, settlement] of await deps.locks.allLate()) await recordSettlement(deps, id, settlement);
  const count = { settled: 0, released: 0, open: 0 };
  const records = await deps.ledger.open(ROWS_PER_RUN, afterId);
  for (const record of records) count[await reconcile(deps, record)]++;
  const to = records.length < ROWS_PER_RUN ? 0 : records[records.length - 1]!.id;
  return { ...count, late: (await deps.locks.allLate()).length, to };
}

/** The next of the refused payments whose window closed; from the first one on again after the last. */
async function watchOnce(
  deps: ResolveDeps,
  afterId: number,
): Promise<{ readonly settled: number; readonly released: number; readonly to: number }> {
  const count = { settled: 0, released: 0, open: 0 };
  const closedBefore = Math.floor(deps.clock.now() / 1_000) - MARGIN_SECONDS;
  const records = await deps.ledger.watched(closedBefore, afterId, WATCHED_PER_RUN);
  for (const record of records) count[await reconcile(deps, record)]++;
  return { ...count, to: records.length < WATCHED_PER_RUN ? 0 : records[records.length - 1]!.id };
}

async function reconcile(deps: ResolveDeps, record: PaymentRecord): Promise<'settled' | 'released' | 'open'> {
  // A refused payment's identifier is free: its next payment must not be answered with a conflict meanwhile.
  const identifier = record.state === 'refused' ? null : record.identifier;
  const begun = await deps.locks.begin({ key: record.key, hash: record.paymentHash, identifier });
  if (begun.kind !== 'begun') return 'open';
  try {
    // A client's retry may have closed it since the list was read.
    const current = await deps.ledger.find(record.key);
    if (current?.id !== record.id || current.state === 'settled' || current.state === 'released')
      return current?.state === 'settled' ? 'settled' : 'open';
    const isWatched = record.state === 'refused';
    if (isWatched !== (current.state === 'refused')) return 'open';
    // Another process may work on an open one; of a refused one only the chain is asked.
    if (!isWatched && !(await deps.locks.takeUp(current))) return 'open';
    const isSettleable = !isWatched && deps.clock.now() / 1_000 < current.validBefore + MARGIN_SECONDS;
    return (await resolveOpen(deps, current, isSettleable ? LIMITS.settleTimeoutMs : 0)).kind;
  } catch (error) {
    deps.log({ level: 'alarm', event: 'ledger_failed', routeId: record.routeId, reason: reasonOf(error) });
    return 'open';
  } finally {
    begun.lock.release();
  }
}
