import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PaymentLedger, PaymentStore } from '@stackcheck/payment-x402';
import type { InFlightLocks } from '@stackcheck/payment-x402/in-flight';
import { hostIdentity, openPayments } from '@stackcheck/store-sqlite/payments';
import type { ApiConfig } from '../config/config';

/** What may differ from one process to the next. */
export interface PaymentStoreOverrides {
  /** This host, unless another one is to be kept out of this very host, too. */
  readonly hostId?: string;
  /** Kept elsewhere, for processes that share the ledger. */
  readonly locks?: InFlightLocks | undefined;
  /** Stands around the real ledger, in tests. */
  readonly wrapLedger?: (<T extends PaymentLedger>(ledger: T) => T) | undefined;
}

/** Where payments are kept, as configured; undefined while none are taken. */
export async function openPaymentStore(
  config: ApiConfig,
  { hostId, locks, wrapLedger }: PaymentStoreOverrides = {},
): Promise<PaymentStore | undefined> {
  if (config.payments.mode === 'off') return undefined;
  return openPayments({
    file: join(config.dataDir, 'payments.db'),
    bootId: randomUUID(),
    hostId: hostId ?? hostIdentity(),
    thread: threadOf(config),
    wrapLedger,
    ...(locks ? { locks } : {}),
  });
}

/**
 * The sandbox has no thread: it writes each nonce to the same file, on the event loop, where it would wait for the thread's lock.
 * Nor have workers that share all cores among them, unless they are told to.
 */
function threadOf({ payments, ledgerThread, workers }: ApiConfig): ApiConfig['ledgerThread'] {
  if (payments.mode !== 'facilitator') return 'never';
  return ledgerThread === 'busy' && availableParallelism() <= workers ? 'never' : ledgerThread;
}
