import type { ClaimOutcome } from '../ledger/ledger';
import type { GateRefusal } from './outcome';

const CALLED_FREE: GateRefusal = {
  kind: 'refused',
  code: 'payment_invalid',
  message: 'This payment was refused before and costs nothing: sign a new one.',
};

/** What a payment is answered that this process could not claim: another process or connection was quicker, or called it free. */
export function unclaimed({ kind }: Exclude<ClaimOutcome, { readonly kind: 'claimed' }>): GateRefusal {
  if (kind === 'called_free') return CALLED_FREE;
  return { kind: 'refused', code: kind === 'payment_exists' ? 'payment_in_progress' : 'payment_id_conflict' };
}
