import { LIMITS, type ErrorCode } from '@stackcheck/contract';
import type { FacilitatorRefusal, FacilitatorRequest, SettleOutcome } from '../facilitator/facilitator';
import { signatureHash } from '../signature/eip3009';
import { facilitatorRequest } from '../facilitator/facilitator-request';
import { reasonOf } from './gate-log';
import type { PresentedPayment } from '../read/presented-payment';
import type { GateRefusal, PaidAnswer } from './outcome';
import { keepRefused } from './keep-refused';
import { storedAnswer } from './known-payment';
import type { Ambiguity, PaymentIntent, StoredAnswer } from '../ledger/ledger';
import { paymentResponseHeader } from './payment-response';
import type { Payment } from '../read/read-payment';
import { recordSettlement } from './record-settlement';
import { safeSeconds } from './safe-seconds';
import type { ResolveDeps } from './resolve';
import { settleOnce } from './settle-once';
import { unclaimed } from './unclaimed';

/** A refusal together with what it proves about the payer. */
export interface SettleRefusal extends GateRefusal {
  /** The refusal comes from the state of the payer's own purse, so only the payer can have caused it. */
  readonly byFunds?: boolean;
}

/**
 * Verify, W1, settle, W2. Nothing is sent to be settled before the intent and the
 * complete answer are on disk; nothing is answered before a settlement is known. Never throws for a payment fault.
 * @param verifying what `verifyPayment` found, or will find
 * @param seen as of `PaymentLedger.claim`
 */
export async function settlePayment(
  deps: ResolveDeps,
  payment: Payment,
  presented: PresentedPayment,
  answer: StoredAnswer,
  verifying: Promise<Verified | SettleRefusal>,
  seen?: string | null,
): Promise<PaidAnswer | SettleRefusal> {
  // What both outcomes need is made while the facilitator thinks.
  const requestHash = await presented.fingerprint();
  const intent = (verifiedBy: string | null): PaymentIntent =>
    intentOf(deps, payment, presented, answer, requestHash, verifiedBy);
  const verified = await verifying;
  if (verified.kind === 'refused') {
    const held = verified.code === 'payment_replayed' ? await keepRefused(deps, intent(null)) : null;
    return held ?? verified;
  }
  if (await presented.isGone?.()) return CLIENT_GONE;
  const verifiedBy = verified.by;
  const claimed = await claim(deps, intent(verifiedBy), seen);
  if (claimed.kind === 'refused') return claimed;
  const { x402Version, paymentPayload, paymentRequirements, expected } = verified.request;
  const settled = { x402Version, paymentPayload, paymentRequirements, expected, verifiedBy };
  return settleClaimed(deps, claimed.id, settled, payment, presented, answer);
}

/** The client does not read it: nothing was written or sent, and the payment is as good as before. */
export const CLIENT_GONE: GateRefusal = {
  kind: 'refused',
  code: 'bad_request',
  message: 'The client left before anything was charged.',
};

/** Asks the facilitator whether a payment is good. Charges nothing, and never throws. */
export async function verifyPayment(
  deps: ResolveDeps,
  payment: Payment,
  presented: Pick<PresentedPayment, 'resourceUrl' | 'route'>,
): Promise<Verified | SettleRefusal> {
  // Written out and not spread, here and below: V8 gives what is spread a shape of its own, and every later access to it is slow.
  const request = facilitatorRequest(deps.terms, {
    x402Version: payment.x402Version,
    payload: payment.payload,
    key: payment.key,
    payTo: deps.terms.payTo,
    value: payment.authorization.value,
    validBefore: safeSeconds(payment.authorization.validBefore),
    resourceUrl: presented.resourceUrl,
    description: presented.route.description,
  });
  try {
    const outcome = await deps.facilitator.verify(request);
    if (outcome.kind === 'verified') return { kind: 'verified', by: outcome.by ?? deps.facilitator.name, request };
    if (outcome.kind === 'unavailable' || outcome.isAlarm) {
      const level = outcome.isAlarm ? 'alarm' : 'warn';
      deps.log({ level, event: 'facilitator_failed', payer: payment.key.payer, reason: outcome.reason });
    }
    if (outcome.kind === 'refused') return reported(outcome);
  } catch (error) {
    deps.log({ level: 'alarm', event: 'facilitator_failed', payer: payment.key.payer, reason: reasonOf(error) });
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

async function claim(deps: ResolveDeps, intent: PaymentIntent, seen: string | null | undefined): Promise<Claimed> {
  try {
    const outcome = await deps.ledger.claim(intent, deps.clock.now(), seen);
    return outcome.kind === 'claimed' ? outcome : unclaimed(outcome);
  } catch (error) {
    deps.log({ level: 'alarm', event: 'ledger_failed', reason: `claim: ${reasonOf(error)}` });
    return withdraw(deps, intent);
  }
}

/**
 * A claim that failed may still have been written; nothing was sent for it, so it must not be settled later. One that cannot be
 * taken back may be settled by the reconciler, so the payment must not be called free.
 */
async function withdraw(deps: ResolveDeps, { key }: PaymentIntent): Promise<GateRefusal> {
  const unacknowledged = { code: 'paused', reason: 'claim not acknowledged' };
  try {
    const outcome = await deps.ledger.withdraw(key, unacknowledged, deps.clock.now());
    return refusal(outcome === 'withdrawn' ? 'paused' : 'payment_in_progress');
  } catch (error) {
    deps.log({ level: 'alarm', event: 'ledger_failed', reason: `withdraw: ${reasonOf(error)}` });
    return refusal('settlement_unknown');
  }
}

async function settleClaimed(
  deps: ResolveDeps,
  id: number,
  request: FacilitatorRequest,
  payment: Payment,
  presented: PresentedPayment,
  answer: StoredAnswer,
): Promise<PaidAnswer | SettleRefusal> {
  const outcome = await settleWithRetry(deps, request);
  const about = { routeId: presented.route.id, payer: payment.key.payer };
  switch (outcome.kind) {
    case 'settled': {
      const settlement = {
        transaction: outcome.transaction,
        evidence: deps.facilitator.evidence,
        paymentResponse: paymentResponseHeader(deps.terms, {
          x402Version: payment.x402Version,
          network: payment.key.network,
          transaction: outcome.transaction,
          payer: payment.payer,
        }),
      };
      const recorded = await recordSettlement(deps, id, settlement);
      deps.log({ level: 'info', event: 'payment_settled', ...about });
      const record = { id, answer, x402Version: payment.x402Version, deliveredAt: null };
      return storedAnswer(deps, record, recorded.settlement, recorded.isStored, false);
    }
    case 'refused':
    case 'not_sent': {
      const refused = outcome.kind === 'refused' ? reported(outcome) : refusal('facilitator_unavailable');
      const { reason } = outcome;
      const isAlarm = outcome.kind === 'refused' && outcome.isAlarm;
      deps.log({ level: isAlarm ? 'alarm' : 'warn', event: 'payment_refused', ...about, reason });
      const freed = await write(deps, () => deps.ledger.refused(id, { code: refused.code, reason }, deps.clock.now()));
      // A row that could not be freed will be settled again by the reconciler, so it must not be called free.
      return freed ? refused : refusal('settlement_unknown');
    }
    default: {
      const ambiguity: Ambiguity = outcome.kind === 'nonce_used' ? 'nonce_used' : 'unconfirmed';
      deps.log({ level: 'warn', event: 'settlement_unknown', ...about, reason: outcome.reason });
      await write(deps, () => deps.ledger.unknown(id, ambiguity, outcome.reason, deps.clock.now()));
      return refusal('settlement_unknown');
    }
  }
}

/** One identical second call when the first was broadcast but not confirmed, inside the time of one settlement. */
async function settleWithRetry(deps: ResolveDeps, request: FacilitatorRequest): Promise<SettleOutcome> {
  const names = [deps.terms.network, deps.terms.networkName];
  const startedMs = deps.clock.monotonic();
  const first = await settleOnce(deps, request, names, LIMITS.settleTimeoutMs);
  const leftMs = startedMs + LIMITS.settleTimeoutMs - deps.clock.monotonic();
  if (first.kind !== 'pending' || leftMs <= 0) return first;
  const second = await settleOnce(deps, request, names, leftMs);
  if (second.kind === 'settled') return second;
  // The first call was sent, so nothing but a settlement is definite any more; a spent nonce is our own doing.
  return { kind: 'unknown', reason: `${first.reason}, then ${second.reason}` };
}

async function write(deps: ResolveDeps, step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    deps.log({ level: 'alarm', event: 'ledger_failed', reason: reasonOf(error) });
    return false;
  }
}

function intentOf(
  deps: ResolveDeps,
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
    payTo: deps.terms.payTo,
    validAfter: safeSeconds(payment.authorization.validAfter),
    validBefore: safeSeconds(payment.authorization.validBefore),
    verifiedBy,
    answer,
  };
}

function reported({ code, message, byFunds }: FacilitatorRefusal): SettleRefusal {
  return { ...refusal(code), ...(message === undefined ? {} : { message }), byFunds: byFunds ?? false };
}

function refusal(code: ErrorCode): GateRefusal {
  return { kind: 'refused', code };
}
