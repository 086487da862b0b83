import type { ChainEvidence } from '@stackcheck/payment-x402/evidence';
import type { PaymentLedger } from '@stackcheck/payment-x402/ledger';
import type { BookTransfer } from '@stackcheck/payment-x402/self';
import type { PaymentTerms } from '@stackcheck/payment-x402/terms';
import type { Logger } from 'pino';

/** What looking for a lost settlement needs. */
export interface LostSettlementDeps {
  readonly ledger: Pick<PaymentLedger, 'find'>;
  readonly evidence: ChainEvidence;
  readonly terms: PaymentTerms;
  readonly logger: Pick<Logger, 'error'>;
  /** Hears of each, in atomic units of the token. */
  readonly observe?: ((value: bigint) => void) | undefined;
}

/**
 * Looks at a transfer that a final transaction of ours did not make: a reorganisation may have taken back what the ledger calls settled, and
 * then the answer was given and nobody pays for it. Says so once, loudly, unless the chain shows that another transaction paid. What
 * the ledger does not call settled is the reconciler's. Rejects when the ledger cannot be read.
 */
export function lostSettlements(deps: LostSettlementDeps): (transfer: BookTransfer) => Promise<void> {
  const { ledger, evidence, terms, logger, observe } = deps;
  return async ({ payer, nonce, payTo, value, validBefore }) => {
    const key = { network: terms.network, asset: terms.asset.toLowerCase(), payer, nonce };
    const record = await ledger.find(key);
    if (record?.state !== 'settled') return;
    const finding = await evidence.find({ ...key, payTo, value, validBefore }, record.createdAt);
    if (finding.kind === 'paid') return;
    observe?.(value);
    logger.error({
      event: 'settlement_lost',
      routeId: record.routeId,
      paymentId: record.id,
      transaction: record.settlement?.transaction,
      reason: finding.reason,
    });
  };
}
