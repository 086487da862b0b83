import type { Clock } from '@stackcheck/contract';
import type { ChainEvidence } from '../evidence/chain-evidence';
import type { PaymentLedger } from '../ledger/ledger';
import type { PaymentTerms } from '../terms/payment-terms';
import type { SelfDeps } from './self-deps';

/** A settled payment whose transfer the chain took back for good. Its answer was given. */
export interface LostSettlement {
  readonly paymentId: number;
  readonly routeId: string;
  /** The transaction that the ledger names; no block holds it. */
  readonly transaction: string | undefined;
  /** Atomic units of the token. */
  readonly value: bigint;
  readonly reason: string;
}

/** What looking for a lost settlement needs. */
export interface LostSettlementDeps {
  readonly ledger: Pick<PaymentLedger, 'find' | 'lost'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly evidence: ChainEvidence;
  readonly terms: PaymentTerms;
  /** Hears of each once, when it stands in the ledger. */
  readonly onLost: (lost: LostSettlement) => void;
}

/** So long after its window a payment of which no node can say what became of it counts as lost. */
const GIVEN_UP_SECONDS = 3_600;

/**
 * Looks at a transfer that a final transaction of ours did not make: a reorganisation may have taken back what the ledger calls settled, and
 * then the answer was given and the payer does not pay for it. Records that in the ledger and says so once, unless the chain shows that another
 * transaction paid. What the ledger does not call settled is the reconciler's. Rejects when the ledger cannot be read or written.
 * @returns `onFailed` of a settler: a function that answers whether it is known what became of the transfer; the chain may not know yet
 */
export function lostSettlements(deps: LostSettlementDeps): NonNullable<SelfDeps['onFailed']> {
  const { ledger, evidence, terms, clock, onLost } = deps;
  return async ({ payer, nonce, payTo, value, validBefore }, isLast) => {
    const key = { network: terms.network, asset: terms.asset.toLowerCase(), payer, nonce };
    const record = await ledger.find(key);
    if (record?.state !== 'settled') return true;
    const finding = await evidence.find({ ...key, payTo, value, validBefore }, record.createdAt);
    if (finding.kind === 'paid') return true;
    const nowMs = clock.now();
    const mayBeKnownLater = !isLast && nowMs / 1_000 < validBefore + GIVEN_UP_SECONDS;
    if (finding.kind === 'unproven' && mayBeKnownLater) return false;
    const reason = finding.kind === 'never' ? finding.reason : `not proven: ${finding.reason}`;
    // An earlier process may have recorded it and ended before the book knew.
    if (!(await ledger.lost(record.id, reason, nowMs))) return true;
    const { id: paymentId, routeId, settlement } = record;
    onLost({ paymentId, routeId, transaction: settlement?.transaction, value, reason });
    return true;
  };
}
