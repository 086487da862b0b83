import type { PaymentStore } from '@stackcheck/payment-x402';
import type { LedgerFaults } from './ledger-faults';

/**
 * The rest of a large ledger's check, while payments are taken already: a start must not take as long as the past is. What
 * SQLite reads for a payment it checks anyway; damage elsewhere in the file ends payments as soon as it is found.
 */
export async function checkLedgerInBackground(
  store: Pick<PaymentStore, 'integrity'>,
  faults: Pick<LedgerFaults, 'fail'>,
  onError: (error: unknown, what: string) => void,
): Promise<void> {
  const check = await store.integrity();
  if (check.kind === 'damaged') faults.fail(`the payment ledger is damaged: ${check.detail}`);
  if (check.kind === 'unchecked') onError(new Error(check.reason), 'check of the ledger');
}
