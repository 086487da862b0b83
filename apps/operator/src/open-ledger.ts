import type { PaymentReader } from '@stackcheck/payment-x402';
import { openPaymentReader } from '@stackcheck/store-sqlite/payments';
import { SettingsError, type Settings } from './settings';

/**
 * Opens the ledger for looking only: PostgreSQL where LEDGER_URL is set, which is connected to when it is asked, else the file.
 * @throws SettingsError when LEDGER_URL cannot be read
 */
export async function openLedger({ ledgerUrl, ledgerFile }: Settings): Promise<PaymentReader> {
  if (ledgerUrl === null) return openPaymentReader(ledgerFile);
  const { openPostgresReader } = await import('@stackcheck/store-postgres');
  try {
    return openPostgresReader(ledgerUrl);
  } catch (error) {
    throw new SettingsError((error as Error).message);
  }
}
