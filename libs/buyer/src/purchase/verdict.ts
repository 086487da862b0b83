import { readPaymentRequired, readSettleResponse, type SettleResponse } from '@stackcheck/payment-x402/wire';
import { quoted } from '../errors/buyer-error';
import { jsonOf, type Answer, type Exchange } from './exchange';

/**
 * What an answer to a payment means.
 *
 * - `paid`: it was charged, or the answer was given
 * - `used`: the seller says that this payment was used up before, and gives no answer
 * - `expired`: the seller keeps records, and says that the payment was not charged and is too late
 * - `uncharged`: the seller will not take the payment, and says that nothing was charged
 * - `later`: not now; `charged` says whether something may have been charged by this attempt
 */
export type Verdict =
  | { readonly kind: 'paid'; readonly answer: Answer; readonly receipt: SettleResponse | null }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'redirected'; readonly to: string }
  | { readonly kind: 'used' | 'expired' | 'uncharged'; readonly answer: Answer; readonly why: string }
  | {
      readonly kind: 'later';
      readonly charged: 'no' | 'perhaps';
      readonly why: string;
      readonly waitSeconds: number | null;
    };

/** Codes of 5xx answers of this contract that say: nothing was charged. */
const UNCHARGED = new Set([
  ...['paused', 'payments_unconfigured', 'facilitator_unavailable', 'dataset_unavailable', 'stale_data'],
  ...['watch_unavailable', 'not_implemented'],
]);

/** Words of facilitators for a nonce that was spent. */
const USED =
  /nonce[_ ](?:already|was|is)?[_ ]?used|already[_ ](?:used|settled)|duplicate[_ ]settlement|payment_replayed/i;

/** Reads what was answered to a payment. A 402 that comes with a receipt of failure proves nothing: official sellers send it after a cut connection, too. */
export function verdictOn(exchange: Exchange): Verdict {
  if (exchange.kind === 'lost')
    return { kind: 'later', charged: exchange.isUnsent ? 'no' : 'perhaps', why: exchange.why, waitSeconds: null };
  const { answer } = exchange;
  const { status } = answer;
  const { claims, receipt } = receiptOf(answer);
  if (receipt?.success || (status >= 200 && status < 300))
    return exchange.kind === 'too_large' ? { kind: 'too_large' } : { kind: 'paid', answer, receipt };
  if (status >= 300 && status < 400) return { kind: 'redirected', to: quoted(answer.headers.get('location') ?? '') };
  const { code, why } = wordsOf(answer, receipt);
  if (status === 402) return verdictOn402(answer, claims, code, why);
  const later = (charged: 'no' | 'perhaps'): Verdict => ({ kind: 'later', charged, why, waitSeconds: waitOf(answer) });
  if (status === 409) return code === 'payment_id_conflict' ? { kind: 'uncharged', answer, why } : later('perhaps');
  if (status === 408 || status === 425 || status === 429) return later('no');
  if (status >= 500) return later(UNCHARGED.has(code ?? '') && !claims ? 'no' : 'perhaps');
  return claims ? later('perhaps') : { kind: 'uncharged', answer, why };
}

function verdictOn402(answer: Answer, claims: boolean, code: string | null, why: string): Verdict {
  if (USED.test(why)) return { kind: 'used', answer, why };
  if (!claims && code === 'payment_expired') return { kind: 'expired', answer, why };
  const offer = readPaymentRequired({ header: answer.headers.get('payment-required'), body: jsonOf(answer) });
  if (!claims && offer.ok) return { kind: 'uncharged', answer, why };
  return { kind: 'later', charged: 'perhaps', why, waitSeconds: waitOf(answer) };
}

/** Whether the seller says something of a settlement, and what, where that can be read. */
function receiptOf({ headers }: Answer): { readonly claims: boolean; readonly receipt: SettleResponse | null } {
  const header = headers.get('payment-response') ?? headers.get('x-payment-response');
  const read = header === null ? null : readSettleResponse(header);
  return { claims: header !== null, receipt: read?.ok ? read.value : null };
}

/** The code of the contract's error body, where there is one, and all that the seller gives as its reason. */
function wordsOf(
  answer: Answer,
  receipt: SettleResponse | null,
): { readonly code: string | null; readonly why: string } {
  const body = jsonOf(answer);
  const error = member(body, 'error');
  const [code, message] = [textOf(member(error, 'code')), textOf(member(error, 'message')) ?? textOf(error)];
  const header = answer.headers.get('payment-required');
  const offered = header === null ? null : readPaymentRequired({ header, body: undefined });
  const reason = receipt?.errorReason ?? (offered?.ok ? offered.value.error : null);
  const words = [...new Set([String(answer.status), code, message, reason].filter((word) => word !== null))];
  return { code, why: quoted(words.join(' ')) };
}

/** Seconds of Retry-After; dates are not read. */
function waitOf({ headers }: Answer): number | null {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
