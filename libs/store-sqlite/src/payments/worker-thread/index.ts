import { openPaymentLedger, type LedgerOptions, type OpenPaymentLedger } from '../payment-ledger';
import { SwitchingLedger } from './switching-ledger';
import { LedgerThread } from './ledger-thread';

/** How a ledger with a thread is opened. */
export interface AdaptiveLedgerOptions extends LedgerOptions {
  /** Whether it is used while several payments wait for the disk at once, or for all, as soon as it has started. */
  readonly thread: 'busy' | 'always';
}

const ALWAYS = { busyFrom: 0, quietMs: Number.POSITIVE_INFINITY };

/**
 * Opens the payment ledger for a process that answers many at a time: while several payments wait for a commit, it is written in
 * a thread. Whatever else writes to the file from this process waits for the thread's lock on the event loop, and so should do it seldom.
 * @throws DatabaseOpenError as `openPaymentLedger` does
 */
export function openAdaptiveLedger(
  path: string,
  { thread: when, onFault, ...options }: AdaptiveLedgerOptions,
): OpenPaymentLedger {
  // Whichever meets a fault, the other one writes nothing any more either.
  const here = openPaymentLedger(path, {
    ...options,
    onFault: (fault) => {
      thread.fail(fault);
      onFault?.(fault);
    },
  });
  const thread = new LedgerThread(path, {
    ...options,
    onFault: (fault) => {
      here.fail(fault);
      onFault?.(fault);
    },
  });
  if (when === 'busy') return new SwitchingLedger(here, thread);
  thread.isReady();
  return new SwitchingLedger(here, thread, ALWAYS);
}
