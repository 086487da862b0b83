import type { Ambiguity, PaymentIntent, PaymentRecord, Settlement } from '@stackcheck/payment-x402/ledger';
import { recordOfRow, STORED_COLUMNS, type StoredPayment } from '@stackcheck/payment-x402/store';
import { deliveredAtOf } from '../schema/delivery-events';
import { fromStoredBody } from './answer-body';

/** What a claim writes, by column; with their types in PostgreSQL. Key and first claim come first, and stay. */
export const FIXED_COLUMNS = {
  network: 'text',
  asset: 'text',
  payer: 'text',
  nonce: 'text',
  created_at: 'bigint',
} as const;

/** What another attempt of a refused payment replaces. */
export const ATTEMPT_COLUMNS = {
  payment_hash: 'text',
  x402_version: 'smallint',
  payload: 'text',
  identifier: 'text',
  request_hash: 'text',
  route_id: 'text',
  resource_url: 'text',
  price: 'numeric',
  value: 'numeric',
  pay_to: 'text',
  valid_after: 'bigint',
  valid_before: 'bigint',
  answer_content_type: 'text',
  answer_snapshot_ids: 'text',
  state: 'text',
  boot_id: 'text',
  worker: 'text',
  doubt: 'text',
  transaction_hash: 'text',
  evidence: 'text',
  payment_response: 'text',
  verified_by: 'text',
  signature_hash: 'text',
} as const;

/** The values of a claim, by column. */
export type ClaimColumns = Readonly<
  Record<keyof typeof FIXED_COLUMNS | keyof typeof ATTEMPT_COLUMNS, string | number | null>
>;

/** How a claimed row begins. */
export interface ClaimedAs {
  readonly state: 'settling' | 'settled' | 'unknown';
  readonly doubt?: Ambiguity;
  readonly settlement?: Settlement;
  /** Replaces the payload, for a row that is closed at once. */
  readonly payload?: unknown;
}

/** An intent as columns. */
export function toClaimColumns(intent: PaymentIntent, bootId: string, nowMs: number, as: ClaimedAs): ClaimColumns {
  return {
    network: intent.key.network,
    asset: intent.key.asset,
    payer: intent.key.payer,
    nonce: intent.key.nonce,
    created_at: nowMs,
    payment_hash: intent.paymentHash,
    x402_version: intent.x402Version,
    payload: JSON.stringify(as.payload ?? intent.payload),
    identifier: intent.identifier,
    request_hash: intent.requestHash,
    route_id: intent.routeId,
    resource_url: intent.resourceUrl,
    price: intent.price.toString(),
    value: intent.value.toString(),
    pay_to: intent.payTo,
    valid_after: intent.validAfter,
    valid_before: intent.validBefore,
    answer_content_type: intent.answer.contentType,
    answer_snapshot_ids: JSON.stringify(intent.answer.snapshotIds),
    state: as.state,
    boot_id: bootId,
    worker: as.state === 'settled' ? null : bootId,
    doubt: as.doubt ?? null,
    transaction_hash: as.settlement?.transaction ?? null,
    evidence: as.settlement?.evidence ?? null,
    payment_response: as.settlement?.paymentResponse ?? null,
    verified_by: intent.verifiedBy ?? null,
    signature_hash: intent.signatureHash ?? null,
  };
}

/** A row of the table `payment` with its answer: the columns that every store keeps, and which version of it this is. */
export interface PaymentRow extends Omit<StoredPayment, 'answer_body'> {
  readonly attempt: number;
  readonly fence: number;
  readonly body: Uint8Array;
}

/** The columns of `PaymentRow`, of a payment `p` and its answer `a`. */
export const ROW_COLUMNS = [...[...STORED_COLUMNS, 'attempt', 'fence'].map(columnOf), 'a.body'].join(', ');

/** A column of a stored payment, of the row `p`. */
export function columnOf(name: string): string {
  return name === 'delivered_at' ? `${deliveredAtOf('p')} AS delivered_at` : `p.${name}`;
}

/** A row as the record that was claimed, with what became of it. */
export async function toPaymentRecord(row: PaymentRow): Promise<PaymentRecord> {
  return { version: versionOf(row), ...recordOfRow(row, await fromStoredBody(row.body)) };
}

/** Another one after each claim of a payment, and each time that it was called free. */
export function versionOf({ attempt, fence }: Pick<PaymentRow, 'attempt' | 'fence'>): string {
  return `${attempt}.${fence}`;
}
