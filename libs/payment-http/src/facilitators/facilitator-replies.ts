import {
  loggableReason,
  settleReason,
  verifyReason,
  type FacilitatorRequest,
  type SettleOutcome,
  type VerifyOutcome,
} from '@stackcheck/payment-x402/facilitator';
import { parseStrictJson } from '@stackcheck/payment-x402/read';
import type { PostOutcome } from '../request/post-json';

/**
 * A refusal is judged by its body when that has the deciding field, whatever its status but a redirection: facilitators refuse with
 * 200, 4xx and 5xx. That a payment is good is believed with a status of success alone.
 */
export function verifyOutcome(posted: PostOutcome, payer: string): VerifyOutcome {
  const body = bodyOf(posted);
  if (!body || typeof body['isValid'] !== 'boolean') return { kind: 'unavailable', reason: summary(posted) };
  if (body['isValid']) {
    if (!isSuccess(posted)) return { kind: 'unavailable', reason: contradiction(posted) };
    const named = body['payer'];
    const isOurs = typeof named !== 'string' || named.toLowerCase() === payer;
    return isOurs
      ? { kind: 'verified' }
      : { kind: 'unavailable', reason: 'verified another payer', isAnswered: true, isAlarm: true };
  }
  const reason = text(body['invalidReason']);
  const meaning = verifyReason(reason);
  return meaning.kind === 'refused' ? meaning : { ...meaning, reason: loggableReason(reason), isAnswered: true };
}

const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/;

/** What a settle call proves; the definite outcomes are few and everything else is doubt. */
export function settleOutcome(posted: PostOutcome, request: FacilitatorRequest): SettleOutcome {
  if (posted.kind === 'not_sent') return posted;
  const body = bodyOf(posted);
  if (!body || typeof body['success'] !== 'boolean') return { kind: 'unknown', reason: summary(posted) };
  const transaction = text(body['transaction']);
  if (body['success']) {
    return isSuccess(posted)
      ? settledOutcome(body, transaction, request)
      : { kind: 'unknown', reason: contradiction(posted) };
  }
  const reason = text(body['errorReason']);
  const meaning = settleReason(reason, transaction);
  return meaning.kind === 'refused'
    ? meaning
    : { kind: meaning.kind, reason: loggableReason(reason) || summary(posted) };
}

function settledOutcome(
  body: Readonly<Record<string, unknown>>,
  transaction: string,
  request: FacilitatorRequest,
): SettleOutcome {
  const { network } = request.paymentRequirements as { readonly network: string };
  const payer = typeof body['payer'] === 'string' ? body['payer'] : request.expected.payer;
  if (!TRANSACTION_HASH.test(transaction)) return { kind: 'unknown', reason: 'settled without a transaction hash' };
  if (body['network'] !== network) return { kind: 'unknown', reason: 'settled on another network' };
  if (payer.toLowerCase() !== request.expected.payer) return { kind: 'unknown', reason: 'settled for another payer' };
  return { kind: 'settled', transaction, payer, network };
}

/** A reply of the protocol has a handful of levels. */
const REPLY_DEPTH_MAX = 32;

/**
 * The object that a reply says; null for a redirection, which is somebody else's word and is not followed with a payment in it, and for
 * a text that two programs may read differently.
 */
function bodyOf(posted: PostOutcome): Readonly<Record<string, unknown>> | null {
  if (posted.kind !== 'reply' || isRedirection(posted)) return null;
  const parsed = parseStrictJson(posted.text, REPLY_DEPTH_MAX);
  if (!parsed.ok || typeof parsed.value !== 'object' || Array.isArray(parsed.value)) return null;
  return parsed.value as Readonly<Record<string, unknown>> | null;
}

function isSuccess(posted: PostOutcome): boolean {
  return posted.kind === 'reply' && posted.status >= 200 && posted.status < 300;
}

/** Whether a reply sends us elsewhere. */
export function isRedirection({ status }: Extract<PostOutcome, { readonly kind: 'reply' }>): boolean {
  return status >= 300 && status < 400;
}

function contradiction(posted: PostOutcome): string {
  return posted.kind === 'reply' ? `HTTP ${posted.status} with a body that says success` : posted.reason;
}

/** For the log; the text of a reply stays out of it, since it is somebody else's and may hold anything. */
function summary(posted: PostOutcome): string {
  return posted.kind === 'reply' ? `HTTP ${posted.status} without an outcome` : posted.reason;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
