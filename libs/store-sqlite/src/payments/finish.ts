import type { Settlement } from '@stackcheck/payment-x402/ledger';
import type { TransitionColumns } from './payment-statements';

/** What a terminal transition writes besides the state. */
export interface Finish {
  readonly detail: string;
  readonly columns: TransitionColumns;
}

/** That of a settlement. */
export function settledBy({ transaction, evidence, paymentResponse }: Settlement): Finish {
  return {
    detail: evidence,
    columns: { transaction_hash: transaction, evidence, payment_response: paymentResponse },
  };
}
