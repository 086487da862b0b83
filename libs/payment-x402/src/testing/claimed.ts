import type { PaymentIntent, PaymentLedger } from '../ledger/ledger';

/** The id of the row of a payment that is claimed here. @throws Error naming the outcome where it cannot be claimed */
export async function claimed(ledger: PaymentLedger, intent: PaymentIntent, nowMs: number): Promise<number> {
  const outcome = await ledger.claim(intent, nowMs);
  if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
  return outcome.id;
}
