import type { ErrorCode } from '@stackcheck/contract';
import { reasonOf } from './gate-log';
import type { GateRefusal, PaidAnswer } from './outcome';
import { storedAnswer } from './known-payment';
import type { PaymentIntent } from '../ledger/ledger';
import { resolveOpen, type ResolveDeps } from './resolve';
import { unclaimed } from './unclaimed';

/**
 * Answers a payment whose nonce is spent before it was sent to be settled. Where an
 * earlier attempt of the same payment was refused, that attempt may have landed after all; a new payment would then be the
 * second one for one purchase. So it is held until the chain shows it, and nothing is settled. Null when nothing was ever
 * attempted: then the payer or a third party spent the nonce elsewhere. The caller holds the payment's lock.
 */
export async function keepRefused(deps: ResolveDeps, intent: PaymentIntent): Promise<PaidAnswer | GateRefusal | null> {
  try {
    const earlier = await deps.ledger.find(intent.key);
    if (earlier?.state !== 'refused' || earlier.paymentHash !== intent.paymentHash) return null;
    const about = { routeId: intent.routeId, payer: intent.key.payer };
    deps.log({
      level: 'warn',
      event: 'settlement_unknown',
      ...about,
      reason: 'refused before, and its nonce is spent',
    });
    const nowMs = deps.clock.now();
    const claimed = await deps.ledger.claimAsUnknown(intent, 'nonce_used', 'spent after a refusal', nowMs);
    if (claimed.kind !== 'claimed') return unclaimed(claimed);
    const held = await deps.ledger.find(intent.key);
    if (held?.id !== claimed.id) throw new Error(`payment ${claimed.id} was claimed and is not there`);
    const resolution = await resolveOpen(deps, held, 0);
    if (resolution.kind === 'open') return refusal('settlement_unknown');
    if (resolution.kind === 'released') return refusal('payment_replayed');
    deps.log({ level: 'alarm', event: 'settlement_late', ...about, reason: earlier.refusal?.reason ?? '' });
    return storedAnswer(deps, held, resolution.settlement, resolution.isStored, false);
  } catch (error) {
    deps.log({ level: 'alarm', event: 'ledger_failed', reason: `hold: ${reasonOf(error)}` });
    return refusal('settlement_unknown');
  }
}

function refusal(code: ErrorCode): GateRefusal {
  return { kind: 'refused', code };
}
