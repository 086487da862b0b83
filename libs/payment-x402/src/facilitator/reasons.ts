import type { ErrorCode } from '@stackcheck/contract';
import type { FacilitatorRefusal } from './facilitator';

/** What a facilitator's reason for not verifying means to the caller. */
export type VerifyReason =
  | FacilitatorRefusal
  /** No client is blamed; with `isAlarm` our offer, our account or our place is at fault and an operator has to act. */
  | { readonly kind: 'unavailable'; readonly isAlarm?: boolean };

/** What a facilitator's reason for not settling proves. */
export type SettleReason =
  /** Known to be given before anything is broadcast: this call moved no money. */
  FacilitatorRefusal | { readonly kind: 'pending' } | { readonly kind: 'nonce_used' } | { readonly kind: 'unknown' };

interface ReasonRow {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  readonly message?: string;
  /** The reason always comes from a check before any broadcast, so it is definite on /settle as well. */
  readonly isBeforeBroadcast: boolean;
}

const NO_FUNDS = 'The payer has insufficient funds for this payment.';
const refusedBefore = (pattern: RegExp, code: ErrorCode, message?: string): ReasonRow => ({
  pattern,
  code,
  isBeforeBroadcast: true,
  ...(message === undefined ? {} : { message }),
});

/**
 * Reason strings differ between facilitators and versions, so they are matched by pattern, the most specific first. A
 * row of code `facilitator_unavailable` or `payments_unconfigured` is our fault or the facilitator's, not the payer's.
 */
const ROWS: readonly ReasonRow[] = [
  refusedBefore(/to_address_kyt/, 'payments_unconfigured'),
  refusedBefore(/blocked_by_location/, 'facilitator_unavailable'),
  refusedBefore(/from_address_kyt|kyt_risk|blocked/, 'payer_blocked'),
  { pattern: /simulation_failed/, code: 'payment_invalid', message: NO_FUNDS, isBeforeBroadcast: false },
  refusedBefore(/missing_eip712_domain|token_name_mismatch|token_version_mismatch/, 'facilitator_unavailable'),
  refusedBefore(/invalid_payment_requirements|asset_not_deployed/, 'facilitator_unavailable'),
  refusedBefore(/eip3009_not_supported|unsupported_payload_type/, 'facilitator_unavailable'),
  refusedBefore(/valid_before|valid_after|payment_expired|deadline|not_yet_valid|too_early/, 'payment_expired'),
  refusedBefore(/authorization_value|value_too_low|value_mismatch|amount_too_low|amount_mismatch/, 'payment_underpaid'),
  refusedBefore(/recipient_mismatch/, 'payment_wrong_payto'),
  refusedBefore(/network_mismatch|invalid_network/, 'payment_wrong_network'),
  refusedBefore(/insufficient_funds|insufficient_balance/, 'payment_invalid', NO_FUNDS),
  refusedBefore(/undeployed_smart_wallet|eip6492_factory_not_allowed/, 'payment_invalid'),
  refusedBefore(/signature/, 'payment_invalid', 'The signature was refused.'),
  refusedBefore(
    /^invalid_payload$|invalid_\w*scheme|unsupported_scheme|invalid_x402_version|self_send/,
    'payment_invalid',
  ),
  // A wallet may have been deployed and left behind, but the transfer itself comes later.
  { pattern: /smart_wallet_deployment_failed/, code: 'payment_invalid', isBeforeBroadcast: false },
];

const NONCE_USED = /nonce_already_used|invalid_nonce|duplicate_settlement/;
const PENDING = /settlement_pending|confirmation_timed_out/;

/** Reasons of schemes that we do not offer: whatever they speak of, it is not the payment that was sent. */
const OTHER_SCHEME = /batch_settlement|upto_|auth_capture/;
/** The same of transfer methods within `exact`. They may be understood, but prove nothing about a settlement of ours. */
const OTHER_METHOD = /permit2|2612|erc20_approval/;

/** Some facilitators pass on the node's own error text, which quotes the call and so holds any of the words above. */
const IS_REASON_CODE = /^\w{1,100}$/;
/** USDC's revert message for a spent nonce, and the named errors of other tokens. */
const REVERTED_AS_USED = /authorization is used|AuthorizationAlreadyUsed|AuthorizationUsedOrCanceled/i;

/** The meaning of `invalidReason`. A spent nonce is `payment_replayed`; an unknown reason or free text blames no client. */
export function verifyReason(reason: string): VerifyReason {
  if (!IS_REASON_CODE.test(reason) || OTHER_SCHEME.test(reason)) return { kind: 'unavailable' };
  if (NONCE_USED.test(reason)) return { kind: 'refused', code: 'payment_replayed', reason };
  const row = ROWS.find(({ pattern }) => pattern.test(reason));
  if (!row) return { kind: 'unavailable' };
  return row.code === 'facilitator_unavailable' ? { kind: 'unavailable', isAlarm: true } : refusal(row, reason);
}

/**
 * The meaning of `errorReason` on /settle. Definite is only what is known to be said before a broadcast, and only while
 * the reply names no transaction; everything else, free text above all, is doubt. A reverted transaction is doubt too,
 * since the nonce may have been spent by an earlier one that paid.
 */
export function settleReason(reason: string, transaction: string): SettleReason {
  if (!IS_REASON_CODE.test(reason)) {
    const isUsed = transaction === '' && REVERTED_AS_USED.test(reason);
    return { kind: isUsed ? 'nonce_used' : 'unknown' };
  }
  if (OTHER_SCHEME.test(reason)) return { kind: 'unknown' };
  if (PENDING.test(reason)) return { kind: 'pending' };
  if (transaction !== '') return { kind: 'unknown' };
  if (NONCE_USED.test(reason)) return { kind: 'nonce_used' };
  const row = ROWS.find(({ pattern }) => pattern.test(reason));
  return row?.isBeforeBroadcast && !OTHER_METHOD.test(reason) ? refusal(row, reason) : { kind: 'unknown' };
}

const TEXT_CHARS_MAX = 200;

/**
 * A facilitator's reason as it may be logged and stored. Free text may quote the call, and with it the signature, so long
 * hexadecimal and decimal runs and control characters are taken out.
 */
export function loggableReason(reason: string): string {
  if (IS_REASON_CODE.test(reason)) return reason;
  return reason
    .replace(/\p{C}+/gu, ' ')
    .replace(/(?:0x)?[0-9a-fA-F]{16,}/g, '…')
    .slice(0, TEXT_CHARS_MAX);
}

function refusal(row: ReasonRow, reason: string): FacilitatorRefusal {
  return {
    kind: 'refused',
    code: row.code,
    reason,
    ...(row.message === undefined ? {} : { message: row.message }),
    ...(row.message === NO_FUNDS ? { byFunds: true } : {}),
    ...(isOurFault(row) ? { isAlarm: true } : {}),
  };
}

function isOurFault(row: ReasonRow): boolean {
  return row.code === 'facilitator_unavailable' || row.code === 'payments_unconfigured';
}
