import type { Settlement } from '../ledger';
import type { FlightName, LateSettlement } from './flight-book';

/**
 * What a process says to the desk, in JSON and in order. Numbers are the asking process's own: of a flight, or of a question
 * whose answer carries it again.
 */
export type FlightMessage =
  | { readonly kind: 'begin'; readonly number: number; readonly name: FlightName }
  | { readonly kind: 'release'; readonly number: number }
  | { readonly kind: 'keep_late'; readonly paymentId: number; readonly settlement: Settlement }
  | { readonly kind: 'drop_late'; readonly paymentId: number }
  | { readonly kind: 'late'; readonly number: number; readonly paymentId: number }
  | { readonly kind: 'all_late'; readonly number: number };

/** What the desk answers. */
export type FlightReply = { readonly number: number } & (
  | { readonly kind: 'begun' | 'same_payment' }
  | { readonly kind: 'other_payment'; readonly by: 'key' | 'identifier' }
  | { readonly kind: 'late'; readonly settlement: Settlement | null }
  | { readonly kind: 'all_late'; readonly settlements: readonly LateSettlement[] }
);
