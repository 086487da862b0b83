import { errorRow, type Clock, type ErrorCode } from '@stackcheck/contract';
import type { ChainEvidence } from '../evidence/chain-evidence';
import { checkPayment, checkTerms, checkWindow, isOnOurTerms } from '../checks/checks';
import type { CheckContext, CheckFault } from '../checks/checks';
import { isPlainSignature, recoverSigner } from '../signature/eip3009';
import { tokenDomain } from '../wire/transfer-authorization';
import type { Facilitator } from '../facilitator/facilitator';
import type { BeginOutcome, InFlightLock, InFlightLocks } from '../in-flight/in-flight-locks';
import { reasonOf, type GateLog } from '../settle/gate-log';
import type { AdmittedPayment, OpenedPayment, PaymentGate } from './payment-gate';
import type { PresentedPayment } from '../read/presented-payment';
import type { GateRefusal, PaidAnswer } from '../settle/outcome';
import type { PaymentTerms } from '../terms/payment-terms';
import type { PaymentLedger } from '../ledger/ledger';
import { knownAnswer, UNKNOWN_PAYMENT, type Unclaimed } from './look-up';
import { readPayment, type Payment } from '../read/read-payment';
import type { RefusalLimit } from '../refusals/refusals';
import type { ResolveDeps } from '../settle/resolve';
import { NONE_BLOCKED, type PayerScreening } from '../checks/screening';
import { callFree, type CallFreeDeps } from '../settle/call-free';
import { CLIENT_GONE, settlePayment, verifyPayment, type SettleRefusal, type Verified } from '../settle/settle-payment';
import { createFreeWords } from '../checks/free-words';
import { createVerificationSlots, type VerificationSlot, type VerificationSlots } from '../checks/verification-slots';

/** What the gate is made of. */
export interface GateDeps {
  readonly ledger: PaymentLedger;
  readonly facilitator: Facilitator;
  readonly terms: PaymentTerms;
  readonly clock: Clock;
  readonly refusals: RefusalLimit;
  /** Shared with the reconciler, so that both never work on one payment. */
  readonly locks: InFlightLocks;
  readonly screening?: PayerScreening;
  /** How many payments of one client may be with the facilitator unverified; of its own when absent. */
  readonly slots?: VerificationSlots;
  readonly evidence?: ChainEvidence;
  /** How long after its first delivery an answer is given again without an identifier; five minutes when absent. */
  readonly givenAgainMs?: number;
  readonly log?: GateLog;
}

/** Past this the window is looked at again before settling, because computing the answer took long. */
const SLOW_ANSWER_MS = 1_000;

/** The payment gate (decisions, "Order of work", steps 3 and 5 to 8). */
export function createPaymentGate(deps: GateDeps): PaymentGate {
  const slots = deps.slots ?? createVerificationSlots(deps);
  const gate: Gate = {
    ...deps,
    slots,
    screening: deps.screening ?? NONE_BLOCKED,
    log: deps.log ?? (() => undefined),
    mayCallFree: createFreeWords(deps),
    mayBeGood: (payment) => !isPlainSignature(payment.signature) || isSignedByPayer(gate, payment),
  };
  return {
    open: (presented) => open(gate, presented),
    admit: (presented, opened) => admit(gate, presented, opened),
  };
}

interface Gate extends ResolveDeps, CallFreeDeps {
  readonly refusals: RefusalLimit;
  readonly screening: PayerScreening;
  readonly slots: VerificationSlots;
}

type Presented = Omit<PresentedPayment, 'fingerprint'>;

function open(gate: Gate, presented: Presented): OpenedPayment | GateRefusal {
  const waiting = mustWait(gate, presented);
  if (waiting) return waiting;
  const read = readPayment(presented, gate.terms);
  if (!read.ok) return refuse(gate, presented, refusal('payment_invalid', read.message));
  return { kind: 'opened', payment: read.value, fault: checkTerms(read.value, contextOf(gate, presented)) };
}

function mustWait(gate: Gate, presented: Presented): GateRefusal | null {
  const waitSeconds = gate.refusals.clientWaitSeconds(presented.client);
  return waitSeconds > 0 ? { ...refusal('rate_limited'), retryAfterSeconds: waitSeconds } : null;
}

async function admit(
  gate: Gate,
  presented: PresentedPayment,
  before?: OpenedPayment,
): Promise<AdmittedPayment | PaidAnswer | GateRefusal> {
  // The body may have taken its time, and the client may have been refused meanwhile.
  const opened = before ? (mustWait(gate, presented) ?? before) : open(gate, presented);
  if (opened.kind === 'refused') return opened;
  const { payment } = opened;

  const begun = await gate.locks.begin(payment);
  if (begun.kind !== 'begun') return refuse(gate, presented, await duplicate(gate, presented, payment, begun));
  try {
    const outcome = await admitInFlight(gate, presented, payment, begun.lock);
    if (outcome.kind !== 'admitted') begun.lock.release();
    return outcome;
  } catch (error) {
    begun.lock.release();
    throw error;
  }
}

async function admitInFlight(
  gate: Gate,
  presented: PresentedPayment,
  payment: Payment,
  lock: InFlightLock,
): Promise<AdmittedPayment | PaidAnswer | GateRefusal> {
  const known = await knownAnswer(gate, presented, payment, true);
  if (known.kind !== 'unclaimed') return refuse(gate, presented, known);

  const context = contextOf(gate, presented);
  const fault = checkPayment(payment, context);
  if (fault) return refuse(gate, presented, await faulty(gate, presented, payment, fault), payment);

  const payerWaitSeconds = gate.refusals.payerWaitSeconds(payment.key.payer);
  if (payerWaitSeconds > 0 && isSignedByPayer(gate, payment))
    return { ...refusal('rate_limited'), retryAfterSeconds: payerWaitSeconds };
  const blocked = await gate.screening.isBlocked(payment.key.payer);
  if (blocked) return refusal(blocked === 'unknown' ? 'paused' : 'payer_blocked');
  const slot = await gate.slots.take({
    client: presented.client,
    payer: payment.key.payer,
    isSigned: () => isSignedByPayer(gate, payment),
  });
  if ('waitSeconds' in slot) return { ...refusal('rate_limited'), retryAfterSeconds: slot.waitSeconds };
  return admitted(gate, presented, payment, { lock, slot, seen: known.seen });
}

function admitted(
  gate: Gate,
  presented: PresentedPayment,
  payment: Payment,
  { lock, slot, seen }: { readonly lock: InFlightLock; readonly slot: VerificationSlot } & Pick<Unclaimed, 'seen'>,
): AdmittedPayment {
  const admittedMs = gate.clock.monotonic();
  let verifying: Promise<Verified | SettleRefusal> | undefined;
  const verify = async (): Promise<Verified | SettleRefusal> => {
    const verdict = await verifyPayment(gate, payment, presented);
    if (verdict.kind === 'refused') return callFree(gate, payment, presented, verdict);
    gate.slots.verified(presented.client, payment.key.payer);
    slot.release();
    return verdict;
  };
  const release = (): void => {
    slot.release();
    lock.release();
  };
  return {
    kind: 'admitted',
    payer: payment.payer,
    x402Version: payment.x402Version,
    release,
    async prove(level) {
      if (level === 'signed' && isSignedByPayer(gate, payment)) return null;
      const verdict = await (verifying ??= verify());
      if (verdict.kind === 'verified') return null;
      // Spent by an earlier attempt of ours, perhaps: only with its answer can it be held until the chain shows it.
      if (verdict.code === 'payment_replayed' && (await wasRefused(gate, payment))) return null;
      const refused = refuse(gate, presented, verdict, payment);
      release();
      return refused;
    },
    async settle(answer) {
      try {
        const isSlow = gate.clock.monotonic() - admittedMs > SLOW_ANSWER_MS;
        const fault = isSlow ? checkWindow(payment, contextOf(gate, presented)) : null;
        if (fault) return refuse(gate, presented, await faulty(gate, presented, payment, fault), payment);
        if (await presented.isGone?.()) return CLIENT_GONE;
        const outcome = await settlePayment(gate, payment, presented, answer, (verifying ??= verify()), seen);
        if (outcome.kind === 'paid') gate.slots.settled(presented.client);
        return refuse(gate, presented, outcome, payment);
      } finally {
        release();
      }
    },
  };
}

/** Faults that one node may find and another one not, by its clock or, while prices change, by its configuration. */
const FAULTS_OF_ONE_NODE: ReadonlySet<ErrorCode> = new Set(['payment_expired', 'payment_underpaid']);

/** A payment that breaks a rule. */
async function faulty(
  gate: Gate,
  presented: PresentedPayment,
  payment: Payment,
  { code, message }: CheckFault,
): Promise<SettleRefusal> {
  const word = refusal(code, message);
  return FAULTS_OF_ONE_NODE.has(code) ? callFree(gate, payment, presented, word) : word;
}

/** Whether an earlier attempt of the same payment was refused before any broadcast, as far as the ledger can say. */
async function wasRefused(gate: Gate, { key, hash }: Payment): Promise<boolean> {
  try {
    const record = await gate.ledger.find(key);
    return record?.state === 'refused' && record.paymentHash === hash;
  } catch (error) {
    gate.log({ level: 'alarm', event: 'ledger_failed', reason: `find: ${reasonOf(error)}` });
    return true;
  }
}

/** The answer to a payment that another request is working on; one that is settled by now is simply answered. */
async function duplicate(
  gate: Gate,
  presented: PresentedPayment,
  payment: Payment,
  busy: Exclude<BeginOutcome, { kind: 'begun' }>,
): Promise<PaidAnswer | GateRefusal> {
  if (busy.kind === 'other_payment' && busy.by === 'identifier') return refusal('payment_id_conflict');
  const known = busy.kind === 'same_payment' ? await knownAnswer(gate, presented, payment, false) : UNKNOWN_PAYMENT;
  return known.kind === 'unclaimed' ? refusal('payment_in_progress') : known;
}

/** Passes an outcome on; a refusal that the payment is to blame for is counted. */
function refuse<T extends PaidAnswer | SettleRefusal>(
  gate: Gate,
  presented: Presented,
  outcome: T,
  payment?: Payment,
): T | GateRefusal {
  if (outcome.kind !== 'refused') return outcome;
  const { byFunds, ...reported } = outcome as SettleRefusal;
  if (errorRow(reported.code).http !== 402 || reported.code === 'payment_required') return reported;
  const byPayer =
    payment && (byFunds === true || isUnderSigned(presented, payment)) && provesPayer(gate, presented, payment);
  gate.refusals.count(presented.client, byPayer ? { address: payment.key.payer, paymentHash: payment.hash } : null);
  gate.slots.refused(presented.client, byPayer ? payment.key.payer : null);
  return reported;
}

/**
 * Apart from an empty purse, only too small a signed value is the payer's own doing. The resource and the copy of the offer are
 * not signed, so any third party can spoil them in a copy of a payment that we have not seen, e.g. one made to another service of
 * the same recipient.
 */
function isUnderSigned({ route }: Presented, { authorization }: Payment): boolean {
  return authorization.value < route.price;
}

function provesPayer(gate: Gate, presented: Presented, payment: Payment): boolean {
  return isOnOurTerms(payment, contextOf(gate, presented)) && isSignedByPayer(gate, payment);
}

function isSignedByPayer(gate: Gate, payment: Payment): boolean {
  const signer = recoverSigner(tokenDomain(gate.terms), payment.authorization, payment.signature);
  return signer === payment.key.payer;
}

function contextOf(gate: Gate, presented: Presented): CheckContext {
  return {
    terms: gate.terms,
    price: presented.route.price,
    resourceUrl: presented.resourceUrl,
    offeredUrl: presented.offeredUrl,
    nowSeconds: Math.floor(gate.clock.now() / 1_000),
  };
}

function refusal(code: ErrorCode, message?: string): GateRefusal {
  return { kind: 'refused', code, ...(message === undefined ? {} : { message }) };
}
