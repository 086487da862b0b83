import { transferOfUse } from '../evidence/authorization-use';
import type { SettleOutcome } from '../facilitator/facilitator';
import type { PaymentTerms } from '../terms/payment-terms';
import type { BookTransfer } from './transaction-book';
import type { WalletReceipt } from './wallet-node';

/**
 * What a transaction in a block did for one transfer, by its events. A transfer that failed there leaves doubt and is no refusal: the
 * signature is public by then, and any third party may still use it to pay us.
 */
export function receiptOutcome(
  { network, asset }: PaymentTerms,
  receipt: WalletReceipt,
  { payer, nonce, payTo, value }: BookTransfer,
): SettleOutcome {
  const logs = receipt.logs.filter(({ address }) => address === asset.toLowerCase());
  const made = receipt.succeeded ? transferOfUse(logs, { payer, nonce }) : null;
  if (made && made.from === payer && made.to === payTo && made.value >= value)
    return { kind: 'settled', transaction: receipt.hash, payer, network };
  return { kind: 'unknown', reason: 'the transfer failed in its transaction' };
}
