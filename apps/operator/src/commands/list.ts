import type { PaymentReader } from '@stackcheck/payment-x402';
import type { PaymentState } from '@stackcheck/payment-x402/ledger';
import type { PaymentSummary } from '@stackcheck/payment-x402/store';
import { dollars, instant, json, short, table } from '../text';

/** What to list. */
export interface ListOptions {
  readonly state?: PaymentState;
  /** Epoch milliseconds. */
  readonly since?: number;
  readonly limit: number;
  readonly json?: true;
}

/** The newest payments, as a table or as JSON. */
export async function listPayments(reader: PaymentReader, options: ListOptions): Promise<string> {
  const payments = await reader.list(options);
  return options.json ? json(payments) : paymentTable(payments);
}

/** Payments as a table. */
export function paymentTable(payments: readonly PaymentSummary[]): string {
  if (payments.length === 0) return 'no payments';
  const head = ['id', 'claimed', 'state', 'route', 'USD', 'payer', 'nonce', 'transaction', 'evidence'];
  return table(
    head,
    payments.map((payment) => [
      payment.id,
      instant(payment.createdAt),
      stateOf(payment),
      payment.routeId,
      dollars(payment.value),
      short(payment.key.payer),
      short(payment.key.nonce),
      short(payment.transaction),
      payment.evidence ?? '',
    ]),
  );
}

function stateOf({ state, deliveredAt, ambiguity, lostAt }: PaymentSummary): string {
  if (lostAt !== null) return 'settled, LOST';
  if (state === 'settled') return deliveredAt === null ? 'settled, not delivered' : 'settled';
  return state === 'unknown' ? `unknown (${ambiguity})` : state;
}
