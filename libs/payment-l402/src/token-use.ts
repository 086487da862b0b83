import type {
  GateRefusal,
  PaidAnswer,
  PaymentIntent,
  PaymentKey,
  PaymentRecord,
  StoredAnswer,
} from '@stackcheck/payment-x402';
import type { L402GateUses, PresentedCredential } from './gate-types';

/** A token that passed every check but the clock and the ledger. */
export interface Use {
  readonly key: PaymentKey;
  readonly tokenId: string;
  readonly requestHash: string;
  /** Unix seconds until which we sold it. */
  readonly validUntil: number;
  readonly isExpired: boolean;
  /** What came in for the invoice; 0 until its node was asked. */
  readonly paidMsat: bigint;
}

/** What the ledger says of a use; null: nothing. `used_elsewhere`: the preimage bought another answer. */
export type UseOutcome = PaidAnswer | GateRefusal | 'used_elsewhere';

type Uses = Pick<L402GateUses, 'ledger' | 'clock' | 'log' | 'invoices'>;

/** The answer that a token bought, for the same request; null when it bought none yet. Never throws. */
export async function findUse(uses: Uses, use: Use): Promise<UseOutcome | null> {
  try {
    const record = await uses.ledger.find(use.key);
    return record ? answerOf(uses, use, record) : null;
  } catch (error) {
    return ledgerFailed(uses, 'find', error);
  }
}

/**
 * Marks the token used and stores its answer, one commit: there is no side effect outside, so there is no doubt. When the
 * commit fails nothing is answered; a retry finds the answer or uses the token then. Never throws.
 */
export async function recordUse(
  uses: Uses,
  presented: PresentedCredential,
  use: Use,
  answer: StoredAnswer,
): Promise<UseOutcome> {
  try {
    const settlement = { transaction: use.key.nonce, evidence: 'preimage', paymentResponse: '' } as const;
    const outcome = await uses.ledger.claimSettled(
      intentOf(uses, presented, use, answer),
      settlement,
      uses.clock.now(),
    );
    if (outcome.kind === 'claimed') {
      uses.log({ level: 'info', event: 'l402_paid', routeId: presented.route.id });
      return paid(uses, { id: outcome.id, answer, deliveredAt: null }, false);
    }
    const record = await uses.ledger.find(use.key);
    return record ? answerOf(uses, use, record) : 'used_elsewhere';
  } catch (error) {
    return ledgerFailed(uses, 'claim', error);
  }
}

function answerOf(uses: Uses, use: Use, record: PaymentRecord): UseOutcome {
  return record.requestHash === use.requestHash ? paid(uses, record, true) : 'used_elsewhere';
}

function paid(
  uses: Uses,
  { id, answer, deliveredAt }: Pick<PaymentRecord, 'id' | 'answer' | 'deliveredAt'>,
  replayed: boolean,
): PaidAnswer {
  return {
    kind: 'paid',
    id,
    answer,
    paymentResponse: '',
    x402Version: 2,
    replayed,
    wasDelivered: deliveredAt !== null,
    async delivered() {
      if (deliveredAt !== null) return;
      try {
        await uses.ledger.delivered(id, uses.clock.now());
      } catch (error) {
        // Only the record of the delivery is missing; the token gives this answer again either way.
        ledgerFailed(uses, 'delivered', error);
      }
    },
  };
}

function intentOf(uses: Uses, presented: PresentedCredential, use: Use, answer: StoredAnswer): PaymentIntent {
  const { route, resourceUrl } = presented;
  return {
    key: use.key,
    paymentHash: use.key.nonce,
    x402Version: 2,
    payload: { l402: { token_id: use.tokenId, paid_msat: use.paidMsat.toString() } },
    identifier: null,
    requestHash: use.requestHash,
    routeId: route.id,
    resourceUrl,
    price: route.price,
    value: route.price,
    payTo: uses.invoices.name,
    validAfter: 0,
    validBefore: use.validUntil,
    answer,
  };
}

function ledgerFailed(uses: Uses, step: string, error: unknown): GateRefusal {
  const reason = `${step}: ${String((error as { message?: unknown } | null)?.message)}`;
  uses.log({ level: 'alarm', event: 'ledger_failed', reason });
  return { kind: 'refused', code: 'paused' };
}
