import type { PaymentRecord, Settlement } from '../ledger/ledger';
import type { PaymentSummary } from './payment-reader';
import type { StoredPayment } from './stored-ledger';

/** The columns of a payment that do not hold its answer's body. */
type Columns = Omit<StoredPayment, 'answer_body'>;

/** A row of any store as operators see it. */
export function summaryOfRow(row: Columns & { readonly lost_at: number | null }): PaymentSummary {
  return Object.assign(sharedFields(row), {
    snapshotIds: snapshotIdsOf(row),
    evidence: row.evidence,
    transaction: row.transaction_hash,
    lostAt: row.lost_at,
  });
}

/**
 * A row of any store as the record that was claimed, with what became of it.
 * @param body the answer's bytes, unpacked
 */
export function recordOfRow(row: Columns, body: PaymentRecord['answer']['body']): PaymentRecord {
  return {
    paymentHash: row.payment_hash,
    payload: JSON.parse(row.payload) as unknown,
    requestHash: row.request_hash,
    verifiedBy: row.verified_by,
    signatureHash: row.signature_hash,
    answer: { status: 200, contentType: row.answer_content_type, body, snapshotIds: snapshotIdsOf(row) },
    bootId: row.boot_id,
    settlement: settlementOfRow(row),
    ...sharedFields(row),
  };
}

/** The settlement that a row has; null of one that is not settled. */
export function settlementOfRow(
  row: Pick<StoredPayment, 'transaction_hash' | 'evidence' | 'payment_response'>,
): Settlement | null {
  const { transaction_hash: transaction, evidence, payment_response: paymentResponse } = row;
  if (paymentResponse === null || evidence === null) return null;
  return { transaction: transaction ?? '', evidence, paymentResponse };
}

function sharedFields(row: Columns) {
  const { network, asset, payer, nonce } = row;
  return {
    id: row.id,
    key: { network, asset, payer, nonce },
    x402Version: row.x402_version,
    identifier: row.identifier,
    state: row.state,
    routeId: row.route_id,
    resourceUrl: row.resource_url,
    price: BigInt(row.price),
    value: BigInt(row.value),
    payTo: row.pay_to,
    validAfter: row.valid_after,
    validBefore: row.valid_before,
    createdAt: row.created_at,
    ambiguity: row.doubt,
    deliveredAt: row.delivered_at,
    refusal: row.refusal_code === null ? null : { code: row.refusal_code, reason: row.refusal_reason ?? '' },
  };
}

function snapshotIdsOf({ answer_snapshot_ids: ids }: Columns): readonly string[] {
  return JSON.parse(ids) as readonly string[];
}
