import { LIMITS } from '@stackcheck/contract';
import { recoverSigner, signatureHash } from '../signature/eip3009';
import { tokenDomain } from '../wire/transfer-authorization';
import { reasonOf } from './gate-log';
import type { PresentedPayment } from '../read/presented-payment';
import type { GateRefusal, PaidAnswer } from './outcome';
import type { PaymentRecord, Settlement } from '../ledger/ledger';
import type { Payment } from '../read/read-payment';
import { resolveOpen, type Resolution, type ResolveDeps } from './resolve';

/** A client waits for an inline settle no longer than for a first one; the lock keeps others out meanwhile. */
const SETTLE_AGAIN_MS = LIMITS.settleTimeoutMs;

/** So long after its first delivery an answer is given again without an identifier: its last bytes may have been lost on the way. */
export const GIVEN_AGAIN_MS = 5 * 60_000;

/**
 * Answers a payment that the ledger knows, before any clock is looked at: the same payment for the same request gets its
 * answer, a hold is resolved in line, anything else is a replay or a conflict. Null when the payment may be tried again,
 * because its earlier attempt was refused before any broadcast.
 * @param lockHeld whether the caller may settle; without it an open payment is in progress elsewhere
 */
export async function answerKnown(
  deps: ResolveDeps,
  record: PaymentRecord,
  payment: Payment,
  presented: PresentedPayment,
  lockHeld: boolean,
): Promise<PaidAnswer | GateRefusal | null> {
  const sameIdentifier = payment.identifier !== null && payment.identifier === record.identifier;
  if (record.state === 'refused') return answerRefused(deps, record, payment, presented, lockHeld);
  if (record.paymentHash !== payment.hash || (await presented.fingerprint()) !== record.requestHash)
    return refusal(sameIdentifier ? 'payment_id_conflict' : 'payment_replayed');

  if (record.state === 'settled') {
    return isRedeliverable(deps, record, payment)
      ? storedAnswer(deps, record, record.settlement!)
      : refusal('payment_replayed');
  }
  if (record.state === 'released') return refusal('payment_expired', 'This payment can no longer be settled.');
  // A copy must not learn which answer the other one may fetch, nor that it is free.
  if (!lockHeld || !(sameIdentifier || isOfHolder(deps, record, payment))) return refusal('payment_in_progress');
  const isMine = await takeUp(deps, record);
  if (isMine !== true) return refusal(isMine === false ? 'payment_in_progress' : 'settlement_unknown');
  const resolution = await resolve(deps, record, SETTLE_AGAIN_MS);
  if (resolution.kind === 'released') return refusal('payment_expired', 'This payment can no longer be settled.');
  if (resolution.kind === 'open') return refusal('settlement_unknown');
  return storedAnswer(deps, record, resolution.settlement, resolution.isStored);
}

/**
 * Whether the answer of a settled payment is redeliverable: with its identifier for ever; without, to a request that brings its
 * signature until it was delivered, and some minutes more. A payment that was settled after a refusal may have lost its
 * identifier to the next one; any identifier counts for it, because the ledger does not say any more which one it bore.
 */
export function isRedeliverable(deps: HolderDeps, record: PaymentRecord, payment: Payment): boolean {
  if (record.state !== 'settled' || record.paymentHash !== payment.hash) return false;
  if (payment.identifier !== null && payment.identifier === record.identifier) return true;
  if (!isOfHolder(deps, record, payment)) return false;
  const { deliveredAt } = record;
  if (deliveredAt === null) return true;
  const againMs = deps.givenAgainMs ?? GIVEN_AGAIN_MS;
  if (againMs > 0 && deps.clock.now() < deliveredAt + againMs) return true;
  return payment.identifier !== null && record.identifier === null && record.refusal !== null;
}

type HolderDeps = Pick<ResolveDeps, 'clock' | 'terms' | 'givenAgainMs'>;

/**
 * Whether a payment brings the signature that was settled, or another one that its payer's own key made. The signed fields alone
 * prove nothing: the chain shows them to everybody. Rows of before signatures were remembered are taken at their word.
 */
function isOfHolder({ terms }: HolderDeps, record: PaymentRecord, payment: Payment): boolean {
  const { signatureHash: kept } = record;
  if (kept === null || kept === undefined || kept === signatureHash(payment.signature)) return true;
  return recoverSigner(tokenDomain(terms), payment.authorization, payment.signature) === payment.key.payer;
}

/** An answer out of the ledger, byte for byte what it was. */
export function storedAnswer(
  deps: Pick<ResolveDeps, 'ledger' | 'clock' | 'log'>,
  record: Pick<PaymentRecord, 'id' | 'answer' | 'x402Version' | 'deliveredAt'>,
  settlement: Settlement,
  isStored = true,
  replayed = true,
): PaidAnswer {
  return {
    kind: 'paid',
    id: record.id,
    answer: record.answer,
    paymentResponse: settlement.paymentResponse,
    x402Version: record.x402Version,
    replayed,
    wasDelivered: record.deliveredAt !== null,
    delivered: async () => {
      if (!isStored || record.deliveredAt !== null) return;
      try {
        await deps.ledger.delivered(record.id, deps.clock.now());
      } catch (error) {
        // The answer is then given once more on a retry, which costs the buyer nothing.
        deps.log({ level: 'warn', event: 'ledger_failed', reason: `delivered: ${reasonOf(error)}` });
      }
    },
  };
}

/**
 * A refused payment may be tried again in its window. After it, the chain has the last word where it can be asked: a
 * facilitator may have settled what it said it refused, and then the payer may not be asked to sign a new payment.
 */
async function answerRefused(
  deps: ResolveDeps,
  record: PaymentRecord,
  payment: Payment,
  presented: PresentedPayment,
  lockHeld: boolean,
): Promise<PaidAnswer | GateRefusal | null> {
  const isOver = deps.clock.now() / 1_000 >= record.validBefore;
  if (!isOver || !deps.evidence || !lockHeld || record.paymentHash !== payment.hash) return null;
  const resolution = await resolve(deps, record, 0);
  if (resolution.kind === 'open') return null;
  if (resolution.kind === 'released') return refusal('payment_expired', 'This payment can no longer be settled.');
  if ((await presented.fingerprint()) !== record.requestHash) return refusal('payment_replayed');
  if (!isOfHolder(deps, record, payment)) return refusal('payment_replayed');
  return storedAnswer(deps, record, resolution.settlement, resolution.isStored);
}

/** Undefined when the ledger could not say. */
async function takeUp(deps: ResolveDeps, record: PaymentRecord): Promise<boolean | undefined> {
  try {
    return await deps.locks.takeUp(record);
  } catch (error) {
    deps.log({ level: 'alarm', event: 'ledger_failed', reason: `take up: ${reasonOf(error)}` });
    return undefined;
  }
}

async function resolve(deps: ResolveDeps, record: PaymentRecord, settleAgainMs: number): Promise<Resolution> {
  try {
    return await resolveOpen(deps, record, settleAgainMs);
  } catch (error) {
    deps.log({ level: 'alarm', event: 'ledger_failed', reason: `resolve: ${reasonOf(error)}` });
    return { kind: 'open' };
  }
}

function refusal(code: GateRefusal['code'], message?: string): GateRefusal {
  return { kind: 'refused', code, ...(message === undefined ? {} : { message }) };
}
