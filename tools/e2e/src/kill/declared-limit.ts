import type { PaymentRecord } from '@stackcheck/payment-x402';
import type { MadePayment } from './buyer';

/** What of a payment and its row tells whether it is at the declared limit. */
type Told = Pick<MadePayment, 'identifier' | 'toldAnew' | 'losses'>;
type Kept = Pick<PaymentRecord, 'state' | 'deliveredAt'>;

/**
 * The declared limit: without an identifier an answer is delivered once, and when it is lost after its last byte had left, the
 * payment cannot be told from a copy any more and is called a replay. Excused only where the ledger proves it: the delivery was
 * recorded, at a moment between an attempt's sending and its loss. What its buyer signs next is one purchase's second charge.
 */
export function isBeyondHelp(payment: Told, record: Kept | undefined): boolean {
  if (payment.identifier !== undefined || !isCalledReplay(payment)) return false;
  const deliveredMs = record?.state === 'settled' ? record.deliveredAt : null;
  if (deliveredMs === null) return false;
  return payment.losses.some(({ sentMs, lostMs }) => sentMs <= deliveredMs && deliveredMs <= lostMs);
}

/** Whether its buyer was told that it was used before, and to sign a new one. */
export function isCalledReplay({ toldAnew }: Pick<MadePayment, 'toldAnew'>): boolean {
  return toldAnew === 'payment_replayed';
}
