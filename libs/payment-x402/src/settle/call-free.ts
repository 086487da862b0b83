import { errorRow } from '@stackcheck/contract';
import { reasonOf } from './gate-log';
import type { FreePayment } from '../ledger/ledger';
import type { PresentedPayment } from '../read/presented-payment';
import type { Payment } from '../read/read-payment';
import { safeSeconds } from './safe-seconds';
import type { SettleRefusal } from './settle-payment';
import type { ResolveDeps } from './resolve';

/** What calling a payment free needs. */
export interface CallFreeDeps extends Pick<ResolveDeps, 'ledger' | 'locks' | 'log' | 'clock'> {
  /** Whether a client may have one payment more that is called free, which is written; counts it. */
  readonly mayCallFree: (client: string) => boolean;
  /** Whether any node or facilitator can have found the payment good: a signature that its payer's key did not make is good nowhere. */
  readonly mayBeGood: (payment: Payment) => boolean;
}

const UNDER_WAY: ReadonlySet<string> = new Set(['settling', 'unknown', 'settled']);

/**
 * What a payment is answered instead of a refusal after which its client may sign a new one, where other processes over the same ledger
 * may work on it, too: the refusal, once it is written that no node may claim the payment any more; that it is in progress, where
 * a node has claimed it and it was sent for the same request; and that nothing is known, where the ledger cannot say or the client had
 * too many of these words. Its nonce is spent then, or its payer's funds are, perhaps by the very settlement that is under way.
 */
export async function callFree(
  deps: CallFreeDeps,
  payment: Payment,
  presented: Pick<PresentedPayment, 'fingerprint' | 'client'>,
  word: SettleRefusal,
): Promise<SettleRefusal> {
  if (!deps.locks.isPerProcess || !saysFree(word) || isOver(deps, payment) || !deps.mayBeGood(payment)) return word;
  try {
    if (!deps.mayCallFree(presented.client)) return UNKNOWN;
    const outcome = await deps.ledger.callFree(freePayment(payment, word), deps.clock.now());
    return outcome === 'free' ? word : await whileHeld(deps, payment, presented, word);
  } catch (error) {
    deps.log({ level: 'alarm', event: 'ledger_failed', reason: `call free: ${reasonOf(error)}` });
    return UNKNOWN;
  }
}

const UNKNOWN: SettleRefusal = { kind: 'refused', code: 'settlement_unknown' };
const REPLAYED: SettleRefusal = { kind: 'refused', code: 'payment_replayed' };
const IN_PROGRESS: SettleRefusal = { kind: 'refused', code: 'payment_in_progress' };

/** Whether a client is answered that nothing was charged, and asked to sign a new payment. */
function saysFree({ code }: SettleRefusal): boolean {
  return code === 'facilitator_unavailable' || (errorRow(code).http === 402 && code !== 'payment_required');
}

/** Whether a payment cannot be charged any more, by a clock that may be ahead by an hour. */
function isOver({ clock }: CallFreeDeps, { authorization }: Payment): boolean {
  return clock.now() / 1_000 > safeSeconds(authorization.validBefore) + CLOCKS_APART_SECONDS;
}

/** A clock that was wrong by a minute and a half once called free what was charged later. */
const CLOCKS_APART_SECONDS = 3_600;

function freePayment({ key, hash, authorization }: Payment, { code, message }: SettleRefusal): FreePayment {
  const refusal = { code, reason: message ?? '' };
  return { key, paymentHash: hash, validBefore: safeSeconds(authorization.validBefore), refusal };
}

/** What a look-up at the ledger would say now; a payment that is proven never to pay does not speak against the refusal. */
async function whileHeld(
  deps: CallFreeDeps,
  payment: Payment,
  presented: Pick<PresentedPayment, 'fingerprint'>,
  word: SettleRefusal,
): Promise<SettleRefusal> {
  const record = await deps.ledger.find(payment.key);
  if (!record || record.state === 'refused') return IN_PROGRESS;
  if (!UNDER_WAY.has(record.state)) return word;
  if (record.paymentHash !== payment.hash) return REPLAYED;
  return record.requestHash === (await presented.fingerprint()) ? IN_PROGRESS : REPLAYED;
}
