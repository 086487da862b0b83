import type { StoredAnswer } from '@stackcheck/payment-x402';
import type { PaymentIntent, PaymentKey, PaymentRecord } from '@stackcheck/payment-x402/ledger';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { L402GateDeps, PresentedCredential } from './gate-types';

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

type Uses = Pick<L402GateDeps, 'ledger' | 'clock' | 'log' | 'invoices'>;

/** The answer that a token bought, for the same request; null when it bought none yet. Never throws. */
export async function findUse(deps: Uses, use: Use): Promise<UseOutcome | null> {
  try {
    const record = await deps.ledger.find(use.key);
    return record ? answerOf(deps, use, record) : null;
  } catch (error) {
    return ledgerFailed(deps, 'find', error);
  }
}

/**
 * Marks the token used and stores its answer, one commit: there is no side effect outside, so there is no doubt. When the
 * commit fails nothing is answered; a retry finds the answer or uses the token then. Never throws.
 */
export async function recordUse(
  deps: Uses,
  presented: PresentedCredential,
  use: Use,
  answer: StoredAnswer,
): Promise<UseOutcome> {
  try {
    const settlement = { transaction: use.key.nonce, evidence: 'preimage', paymentResponse: '' } as const;
    const outcome = await deps.ledger.claimSettled(
      intentOf(deps, presented, use, answer),
      settlement,
      deps.clock.now(),
    );
    if (outcome.kind === 'claimed') {
      deps.log({ level: 'info', event: 'l402_paid', routeId: presented.route.id });
      return paid(deps, { id: outcome.id, answer, deliveredAt: null }, false);
    }
    const record = await deps.ledger.find(use.key);
    return record ? answerOf(deps, use, record) : 'used_elsewhere';
  } catch (error) {
    return ledgerFailed(deps, 'claim', error);
  }
}

function answerOf(deps: Uses, use: Use, record: PaymentRecord): UseOutcome {
  return record.requestHash === use.requestHash ? paid(deps, record, true) : 'used_elsewhere';
}

function paid(
  deps: Uses,
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
        await deps.ledger.delivered(id, deps.clock.now());
      } catch (error) {
        // Only the record of the delivery is missing; the token gives this answer again either way.
        ledgerFailed(deps, 'delivered', error);
      }
    },
  };
}

function intentOf(deps: Uses, presented: PresentedCredential, use: Use, answer: StoredAnswer): PaymentIntent {
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
    payTo: deps.invoices.name,
    validAfter: 0,
    validBefore: use.validUntil,
    answer,
  };
}

function ledgerFailed(deps: Uses, step: string, error: unknown): GateRefusal {
  const reason = `${step}: ${String((error as { message?: unknown } | null)?.message)}`;
  deps.log({ level: 'alarm', event: 'ledger_failed', reason });
  return { kind: 'refused', code: 'paused' };
}
