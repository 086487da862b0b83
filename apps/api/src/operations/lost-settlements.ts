import type { Clock } from '@stackcheck/contract';
import type { ChainEvidence } from '@stackcheck/payment-x402/evidence';
import type { PaymentLedger } from '@stackcheck/payment-x402/ledger';
import type { BookTransfer } from '@stackcheck/payment-x402/self';
import type { PaymentTerms } from '@stackcheck/payment-x402/terms';
import type { Logger } from 'pino';

/** What looking for a lost settlement needs. */
export interface LostSettlementDeps {
  readonly ledger: Pick<PaymentLedger, 'find' | 'lost'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly evidence: ChainEvidence;
  readonly terms: PaymentTerms;
  readonly logger: Pick<Logger, 'error'>;
  /** Hears of each, in atomic units of the token. */
  readonly observe?: ((value: bigint) => void) | undefined;
}

/** So long after its window a payment of which no node can say what became of it counts as lost. */
const GIVEN_UP_SECONDS = 3_600;

/**
 * Looks at a transfer that a final transaction of ours did not make: a reorganisation may have taken back what the ledger calls settled, and
 * then the answer was given and nobody pays for it. Records that in the ledger and says so once, loudly, unless the chain shows that another
 * transaction paid. What the ledger does not call settled is the reconciler's. Rejects when the ledger cannot be read or written.
 * @returns a function that answers whether it is known what became of the transfer; the chain may not know yet
 */
export function lostSettlements(
  deps: LostSettlementDeps,
): (transfer: BookTransfer, isLast: boolean) => Promise<boolean> {
  const { ledger, evidence, terms, clock, logger, observe } = deps;
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
    observe?.(value);
    logger.error({
      event: 'settlement_lost',
      routeId: record.routeId,
      paymentId: record.id,
      transaction: record.settlement?.transaction,
      reason,
    });
    return true;
  };
}
