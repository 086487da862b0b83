import type { PaymentRecord } from '@stackcheck/payment-x402/ledger';
import type { MadePayment } from './buyer';

/** What of a payment and its row decides whether it is at the declared limit. */
type BoughtBefore = Pick<MadePayment, 'identifier' | 'refusedWith' | 'losses'>;
type Kept = Pick<PaymentRecord, 'state' | 'deliveredAt'>;

/**
 * The declared limit: without an identifier an answer is delivered once, and when it is lost after its last byte had left, the
 * payment cannot be distinguished from a copy any more and is called a replay. Excused only where the ledger proves it: the delivery was
 * recorded, at a moment between an attempt's sending and its loss. What its buyer signs next is one purchase's second charge.
 */
export function isBeyondHelp(payment: BoughtBefore, record: Kept | undefined): boolean {
  if (payment.identifier !== undefined || !isCalledReplay(payment)) return false;
  const deliveredMs = record?.state === 'settled' ? record.deliveredAt : null;
  if (deliveredMs === null) return false;
  return payment.losses.some(({ sentMs, lostMs }) => sentMs <= deliveredMs && deliveredMs <= lostMs);
}

/** Whether its buyer was informed that it was used before, and to sign a new one. */
export function isCalledReplay({ refusedWith }: Pick<MadePayment, 'refusedWith'>): boolean {
  return refusedWith === 'payment_replayed';
}
