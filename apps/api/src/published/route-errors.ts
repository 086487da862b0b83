import { ERROR_CODES, type ErrorCode } from '@stackcheck/contract';
import type { AnyRoute } from '../catalogue/define-route';

/** Codes every route may answer. */
const ANY_ROUTE: readonly ErrorCode[] = ['bad_request', 'body_too_large', 'headers_too_large', 'internal'];

/** Codes every paid route may answer. */
const PAID_ROUTE: readonly ErrorCode[] = [
  'payment_required',
  'payment_invalid',
  'payment_replayed',
  'payment_underpaid',
  'payment_expired',
  'payment_wrong_network',
  'payment_wrong_asset',
  'payment_wrong_payto',
  'payment_wrong_resource',
  'facilitator_unavailable',
  'settlement_unknown',
  'payment_in_progress',
  'payment_id_conflict',
  'rate_limited',
  'paused',
  'stale_data',
  'payer_blocked',
  'dataset_unavailable',
  'payments_unconfigured',
];

/** Every code a route may answer, in order of precedence. */
export function errorsOf(route: AnyRoute, l402 = false): readonly ErrorCode[] {
  if (route.implemented === false) return ['not_implemented', ...ANY_ROUTE];
  const own = new Set<ErrorCode>([...ANY_ROUTE, ...route.errors]);
  if (route.price !== 'free' && l402) own.add('l402_invalid');
  if (route.price !== 'free') PAID_ROUTE.forEach((code) => own.add(code));
  else if (route.dataset) own.add('dataset_unavailable');
  return ERROR_CODES.filter((code) => own.has(code));
}
