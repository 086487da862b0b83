import { LIMITS, type ErrorCode } from '@stackcheck/contract';
import type { FacilitatorRefusal, FacilitatorRequest, SettleOutcome } from './facilitator';
import { signatureHash } from './eip3009';
import { facilitatorRequest } from './facilitator-request';
import { reasonOf } from './gate-log';
import type { GateRefusal, PaidAnswer, PresentedPayment } from './gate-types';
import { holdRefused } from './hold-refused';
import { storedAnswer } from './known-payment';
import type { Doubt, PaymentIntent, StoredAnswer } from './ledger';
import { paymentResponseHeader } from './payment-response';
import type { Payment } from './read-payment';
import { recordSettlement } from './record-settlement';
import type { ResolveUses } from './resolve';
import { settleOnce } from './settle-once';

/** A refusal together with what it proves about the payer. */
export interface SettleRefusal extends GateRefusal {
  /** The refusal comes from the state of the payer's own purse, so only the payer can have caused it. */
  readonly byFunds?: boolean;
}

/**
 * Verify, W1, settle, W2 (reliability §1.3 steps 9 and 10). Nothing is sent to be settled before the intent and the
 * complete answer are on disk; nothing is answered before a settlement is known. Never throws for a payment fault.
 * @param verifying what `verifyPayment` found, or will find
 */
export async function settlePayment(
  uses: ResolveUses,
  payment: Payment,
  presented: PresentedPayment,
  answer: StoredAnswer,
  verifying: Promise<Verified | SettleRefusal>,
): Promise<PaidAnswer | SettleRefusal> {
  // What both outcomes need is made while the facilitator thinks.
  const requestHash = await presented.fingerprint();
  const intent = (verifiedBy: string | null): PaymentIntent =>
    intentOf(uses, payment, presented, answer, requestHash, verifiedBy);
  const verified = await verifying;
  if (verified.kind === 'refused') {
    const held = verified.code === 'payment_replayed' ? await holdRefused(uses, intent(null)) : null;
    return held ?? verified;
  }
  if (await presented.isGone?.()) return CLIENT_GONE;
  const verifiedBy = verified.by;
  const claimed = await claim(uses, intent(verifiedBy));
  if (claimed.kind === 'refused') return claimed;
  const { x402Version, paymentPayload, paymentRequirements, expected } = verified.request;
  const settled = { x402Version, paymentPayload, paymentRequirements, expected, verifiedBy };
  return settleClaimed(uses, claimed.id, settled, payment, presented, answer);
}

/** Heard by nobody: nothing was written or sent, and the payment is as good as before. */
export const CLIENT_GONE: GateRefusal = {
  kind: 'refused',
  code: 'bad_request',
  message: 'The client left before anything was charged.',
};

/** Asks the facilitator whether a payment is good. Charges nothing, and never throws. */
export async function verifyPayment(
  uses: ResolveUses,
  payment: Payment,
  presented: Pick<PresentedPayment, 'resourceUrl' | 'route'>,
): Promise<Verified | SettleRefusal> {
  // Written out and not spread, here and below: V8 gives what is spread a shape of its own, and every later access to it is slow.
  const request = facilitatorRequest(uses.terms, {
    x402Version: payment.x402Version,
    payload: payment.payload,
    key: payment.key,
    payTo: uses.terms.payTo,
    value: payment.authorization.value,
    validBefore: safeSeconds(payment.authorization.validBefore),
    resourceUrl: presented.resourceUrl,
    description: presented.route.description,
  });
  try {
    const outcome = await uses.facilitator.verify(request);
    if (outcome.kind === 'verified') return { kind: 'verified', by: outcome.by ?? uses.facilitator.name, request };
    if (outcome.kind === 'unavailable' || outcome.isAlarm) {
      const level = outcome.isAlarm ? 'alarm' : 'warn';
      uses.log({ level, event: 'facilitator_failed', payer: payment.key.payer, reason: outcome.reason });
    }
    if (outcome.kind === 'refused') return told(outcome);
  } catch (error) {
    uses.log({ level: 'alarm', event: 'facilitator_failed', payer: payment.key.payer, reason: reasonOf(error) });
  }
  return refusal('facilitator_unavailable');
}

/** A payment that the facilitator found good. */
export interface Verified {
  readonly kind: 'verified';
  /** Name of the facilitator that said so. */
  readonly by: string;
  /** What it was asked, to be settled as it is. */
  readonly request: FacilitatorRequest;
}

type Claimed = { readonly kind: 'claimed'; readonly id: number } | GateRefusal;

async function claim(uses: ResolveUses, intent: PaymentIntent): Promise<Claimed> {
  try {
    const outcome = await uses.ledger.claim(intent, uses.clock.now());
    if (outcome.kind === 'claimed') return outcome;
    // Another process or connection was quicker.
    return refusal(outcome.kind === 'payment_exists' ? 'payment_in_progress' : 'payment_id_conflict');
  } catch (error) {
    uses.log({ level: 'alarm', event: 'ledger_failed', reason: `claim: ${reasonOf(error)}` });
    await withdraw(uses, intent);
    return refusal('paused');
  }
}

/** A claim that failed may still have been written; nothing was sent for it, so it must not be settled later. */
async function withdraw(uses: ResolveUses, intent: PaymentIntent): Promise<void> {
  try {
    const record = await uses.ledger.find(intent.key);
    if (record?.state === 'settling' && record.bootId === uses.ledger.bootId)
      await uses.ledger.refused(record.id, { code: 'paused', reason: 'claim not acknowledged' }, uses.clock.now());
  } catch (error) {
    uses.log({ level: 'alarm', event: 'ledger_failed', reason: `withdraw: ${reasonOf(error)}` });
  }
}

async function settleClaimed(
  uses: ResolveUses,
  id: number,
  request: FacilitatorRequest,
  payment: Payment,
  presented: PresentedPayment,
  answer: StoredAnswer,
): Promise<PaidAnswer | SettleRefusal> {
  const outcome = await settleWithRetry(uses, request);
  const about = { routeId: presented.route.id, payer: payment.key.payer };
  switch (outcome.kind) {
    case 'settled': {
      const settlement = {
        transaction: outcome.transaction,
        evidence: uses.facilitator.evidence,
        paymentResponse: paymentResponseHeader(uses.terms, {
          x402Version: payment.x402Version,
          network: payment.key.network,
          transaction: outcome.transaction,
          payer: payment.payer,
        }),
      };
      const stored = await recordSettlement(uses, id, settlement);
      uses.log({ level: 'info', event: 'payment_settled', ...about });
      const record = { id, answer, x402Version: payment.x402Version, deliveredAt: null };
      return storedAnswer(uses, record, settlement, stored, false);
    }
    case 'refused':
    case 'not_sent': {
      const refused = outcome.kind === 'refused' ? told(outcome) : refusal('facilitator_unavailable');
      const { reason } = outcome;
      const isAlarm = outcome.kind === 'refused' && outcome.isAlarm;
      uses.log({ level: isAlarm ? 'alarm' : 'warn', event: 'payment_refused', ...about, reason });
      const freed = await write(uses, () => uses.ledger.refused(id, { code: refused.code, reason }, uses.clock.now()));
      // A row that could not be freed will be settled again by the reconciler, so it must not be called free.
      return freed ? refused : refusal('settlement_unknown');
    }
    default: {
      const doubt: Doubt = outcome.kind === 'nonce_used' ? 'nonce_used' : 'unconfirmed';
      uses.log({ level: 'warn', event: 'settlement_unknown', ...about, reason: outcome.reason });
      await write(uses, () => uses.ledger.unknown(id, doubt, outcome.reason, uses.clock.now()));
      return refusal('settlement_unknown');
    }
  }
}

/** One identical second call when the first was broadcast but not confirmed, inside the time of one settlement. */
async function settleWithRetry(uses: ResolveUses, request: FacilitatorRequest): Promise<SettleOutcome> {
  const names = [uses.terms.network, uses.terms.networkName];
  const startedMs = uses.clock.monotonic();
  const first = await settleOnce(uses, request, names, LIMITS.settleTimeoutMs);
  const leftMs = startedMs + LIMITS.settleTimeoutMs - uses.clock.monotonic();
  if (first.kind !== 'pending' || leftMs <= 0) return first;
  const second = await settleOnce(uses, request, names, leftMs);
  if (second.kind === 'settled') return second;
  // The first call was sent, so nothing but a settlement is definite any more; a spent nonce is our own doing.
  return { kind: 'unknown', reason: `${first.reason}, then ${second.reason}` };
}

async function write(uses: ResolveUses, step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    uses.log({ level: 'alarm', event: 'ledger_failed', reason: reasonOf(error) });
    return false;
  }
}

function intentOf(
  uses: ResolveUses,
  payment: Payment,
  presented: PresentedPayment,
  answer: StoredAnswer,
  requestHash: string,
  verifiedBy: string | null,
): PaymentIntent {
  return {
    key: payment.key,
    paymentHash: payment.hash,
    x402Version: payment.x402Version,
    payload: payment.payload,
    identifier: payment.identifier,
    signatureHash: signatureHash(payment.signature),
    requestHash,
    routeId: presented.route.id,
    resourceUrl: presented.resourceUrl,
    price: presented.route.price,
    value: payment.authorization.value,
    payTo: uses.terms.payTo,
    validAfter: safeSeconds(payment.authorization.validAfter),
    validBefore: safeSeconds(payment.authorization.validBefore),
    verifiedBy,
    answer,
  };
}

/** A window may end at 2^256 - 1; for our purposes anything past this is for ever. */
function safeSeconds(seconds: bigint): number {
  return Number(seconds > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : seconds);
}

function told({ code, message, byFunds }: FacilitatorRefusal): SettleRefusal {
  return { ...refusal(code), ...(message === undefined ? {} : { message }), byFunds: byFunds ?? false };
}

function refusal(code: ErrorCode): GateRefusal {
  return { kind: 'refused', code };
}
