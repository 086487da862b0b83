import type { PaymentReader } from '@stackcheck/payment-x402';
import type { Cluster } from '@stackcheck/store-postgres';
import { openPaymentReader } from '@stackcheck/store-sqlite/payments';
import { SettingsError, type Settings } from './settings';

/**
 * The instances over the PostgreSQL of LEDGER_URL.
 * @throws SettingsError when it is not set, or cannot be read
 */
export async function openCluster({ ledgerUrl }: Settings): Promise<Cluster> {
  if (ledgerUrl === null)
    throw new SettingsError(
      'LEDGER_URL is not set: a ledger in DATA_DIR has no nodes; payments pause while DATA_DIR/paused exists',
    );
  const { openPostgresCluster } = await import('@stackcheck/store-postgres');
  return readable(() => openPostgresCluster(ledgerUrl));
}

/**
 * Opens the ledger for looking only: PostgreSQL where LEDGER_URL is set, which is connected to when it is asked, else the file.
 * @throws SettingsError when LEDGER_URL cannot be read
 */
export async function openLedger({
  ledgerUrl,
  ledgerFile,
}: Pick<Settings, 'ledgerUrl' | 'ledgerFile'>): Promise<PaymentReader> {
  if (ledgerUrl === null) return openPaymentReader(ledgerFile);
  const { openPostgresReader } = await import('@stackcheck/store-postgres');
  return readable(() => openPostgresReader(ledgerUrl));
}

function readable<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new SettingsError((error as Error).message);
  }
}
