import { reasonOf } from './gate-log';
import type { PresentedPayment } from '../read/presented-payment';
import type { Payment } from '../read/read-payment';
import type { GateRefusal } from './outcome';
import type { ResolveDeps } from './resolve';

const UNDER_WAY: ReadonlySet<string> = new Set(['settling', 'unknown', 'settled']);

/**
 * What a payment is answered that its facilitator does not find good, where another process over the same ledger may have
 * claimed it since it was looked up: its nonce is spent then, or its payer's funds are, by the very settlement that is under way. It must
 * not be called free, so it is in progress, as far as it was sent for the same request. Null where nobody else has claimed it.
 */
export async function claimedElsewhere(
  deps: Pick<ResolveDeps, 'ledger' | 'locks' | 'log'>,
  payment: Payment,
  presented: Pick<PresentedPayment, 'fingerprint'>,
): Promise<GateRefusal | null> {
  if (!deps.locks.isPerProcess) return null;
  try {
    const record = await deps.ledger.find(payment.key);
    if (!record || !UNDER_WAY.has(record.state) || record.paymentHash !== payment.hash) return null;
    const isSame = record.requestHash === (await presented.fingerprint());
    return isSame ? { kind: 'refused', code: 'payment_in_progress' } : null;
  } catch (error) {
    deps.log({ level: 'alarm', event: 'ledger_failed', reason: `find: ${reasonOf(error)}` });
    return { kind: 'refused', code: 'settlement_unknown' };
  }
}
