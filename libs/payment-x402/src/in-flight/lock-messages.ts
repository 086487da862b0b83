import type { Settlement } from '../ledger/ledger';
import type { LockName, LateSettlement } from './in-flight-locks';

/**
 * What a process says to the lock server, in JSON and in order. Numbers are the asking process's own: of a lock, or of a question
 * whose answer carries it again.
 */
export type LockRequest =
  | { readonly kind: 'begin'; readonly number: number; readonly name: LockName }
  | { readonly kind: 'release'; readonly number: number }
  | { readonly kind: 'keep_late'; readonly paymentId: number; readonly settlement: Settlement }
  | { readonly kind: 'drop_late'; readonly paymentId: number }
  | { readonly kind: 'late'; readonly number: number; readonly paymentId: number }
  | { readonly kind: 'all_late'; readonly number: number };

/** What the lock server answers. */
export type LockReply = { readonly number: number } & (
  | { readonly kind: 'begun' | 'same_payment' }
  | { readonly kind: 'other_payment'; readonly by: 'key' | 'identifier' }
  | { readonly kind: 'late'; readonly settlement: Settlement | null }
  | { readonly kind: 'all_late'; readonly settlements: readonly LateSettlement[] }
);
