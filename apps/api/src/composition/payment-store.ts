import { createHash, randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PaymentLedger, PaymentReader, PaymentStore } from '@stackcheck/payment-x402';
import { hostIdentity, openPaymentReader, openPayments } from '@stackcheck/store-sqlite/payments';
import type { ApiConfig } from '../config/config';
import { isReal } from '../config/payments';

/** What may differ from one process to the next. */
export interface PaymentStoreOverrides {
  /** This host, unless another one is to be kept out of this very host, too. */
  readonly hostId?: string;
  /** Which of several processes of one port this is. */
  readonly workerIndex?: number;
  /** Stands around the real ledger, in tests. */
  readonly wrapLedger?: (<T extends PaymentLedger>(ledger: T) => T) | undefined;
}

/** Where payments are kept, as configured; undefined while none are taken. */
export async function openPaymentStore(
  config: ApiConfig,
  { hostId, workerIndex = 0, wrapLedger }: PaymentStoreOverrides = {},
): Promise<PaymentStore | undefined> {
  if (config.payments.mode === 'off') return undefined;
  if (config.ledger.kind === 'postgres') {
    // Loaded by those alone who need it.
    const { openPostgresPayments } = await import('@stackcheck/store-postgres');
    const { host, port, ledger } = config;
    return openPostgresPayments({
      url: ledger.url,
      standby: ledger.standby,
      bootId: randomUUID(),
      place: port === 0 ? randomUUID() : `${hostId ?? hostIdentity()} ${host} ${port} ${workerIndex}`,
      agreed: agreedBy(config),
      wrapLedger,
    });
  }
  return openPayments({
    file: join(config.dataDir, 'payments.db'),
    bootId: randomUUID(),
    hostId: hostId ?? hostIdentity(),
    thread: threadOf(config),
    wrapLedger,
  });
}

/** Payments as configured, for looking only. */
export async function openConfiguredReader({ ledger, dataDir }: ApiConfig): Promise<PaymentReader> {
  if (ledger.kind === 'sqlite') return openPaymentReader(join(dataDir, 'payments.db'));
  const { openPostgresReader } = await import('@stackcheck/store-postgres');
  return openPostgresReader(ledger.url);
}

/**
 * What all instances over one ledger must agree on, as digests: to whom, in what and for which service buyers pay; and keys. Keys
 * of watch tokens differ while they are replaced, so that each stands alone.
 */
function agreedBy({ payments, baseUrl, receiptKey, l402, watch }: ApiConfig): {
  readonly terms: string;
  readonly keys: string;
  readonly watchKeys: readonly string[];
} {
  const terms = payments.mode === 'off' ? null : payments.terms;
  const secret = l402.mode === 'off' ? null : l402.secret;
  return {
    terms: digest([payments.mode, terms?.network, terms?.asset, terms?.payTo, baseUrl]),
    keys: digest([receiptKey?.keyId, secret && Buffer.from(secret).toString('hex')]),
    watchKeys:
      watch.mode === 'given' ? watch.ring.map((key) => digest([key.id, Buffer.from(key.secret).toString('hex')])) : [],
  };
}

function digest(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

/** The sandbox has no thread: it writes each nonce to the same file, on the event loop, where it would wait for the thread's lock. */
function threadOf({ payments, ledgerThread }: ApiConfig): ApiConfig['ledgerThread'] {
  if (!isReal(payments)) return 'never';
  return ledgerThread === 'busy' && availableParallelism() === 1 ? 'never' : ledgerThread;
}
