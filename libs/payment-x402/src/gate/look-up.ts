import type { PaymentKey, PaymentRecord } from '../ledger/ledger';
import type { PresentedPayment } from '../read/presented-payment';
import type { Payment } from '../read/read-payment';
import { reasonOf } from '../settle/gate-log';
import { answerKnown, isRedeliverable } from '../settle/known-payment';
import type { GateRefusal, PaidAnswer } from '../settle/outcome';
import type { ResolveDeps } from '../settle/resolve';

/** A payment that may be claimed, and the version of its refused row, as `PaymentLedger.claim` takes it. */
export interface Unclaimed {
  readonly kind: 'unclaimed';
  readonly seen: string | null | undefined;
}

/** One that the ledger does not know. */
export const UNKNOWN_PAYMENT: Unclaimed = { kind: 'unclaimed', seen: null };

/** What the ledger knows about a payment or its identifier. */
export async function knownAnswer(
  gate: ResolveDeps,
  presented: PresentedPayment,
  payment: Payment,
  lockHeld: boolean,
): Promise<PaidAnswer | GateRefusal | Unclaimed> {
  let record: PaymentRecord | undefined;
  try {
    record = await gate.ledger.find(payment.key);
    if (
      record?.identifier !== payment.identifier &&
      payment.identifier !== null &&
      !(record && isRedeliverable(gate, record, payment))
    ) {
      const bound = await gate.ledger.findByIdentifier(payment.identifier);
      // By its key it was not there a moment ago: another node claimed this very payment since.
      if (bound && !record && isSamePayment(bound.key, payment.key)) record = bound;
      if (bound && bound.id !== record?.id) return { kind: 'refused', code: 'payment_id_conflict' };
    }
  } catch (error) {
    gate.log({ level: 'alarm', event: 'ledger_failed', reason: `find: ${reasonOf(error)}` });
    return { kind: 'refused', code: 'paused' };
  }
  if (!record) return UNKNOWN_PAYMENT;
  const known = await answerKnown(gate, record, payment, presented, lockHeld);
  return known ?? { kind: 'unclaimed', seen: record.version };
}

function isSamePayment(one: PaymentKey, other: PaymentKey): boolean {
  return (['network', 'asset', 'payer', 'nonce'] as const).every((part) => one[part] === other[part]);
}
