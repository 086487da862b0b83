import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib';
import type { PaymentIntent, PaymentRecord } from '@stackcheck/payment-x402/ledger';
import { recordOfRow, type StoredPayment } from '@stackcheck/payment-x402/store';

/** A row of the table `payment`, which has the columns that every store keeps. */
export type PaymentRow = StoredPayment;

/** The columns a claim writes, by name. */
export type ClaimColumns = Omit<
  PaymentRow,
  | 'id'
  | 'state'
  | 'doubt'
  | 'transaction_hash'
  | 'evidence'
  | 'payment_response'
  | 'delivered_at'
  | 'refusal_code'
  | 'refusal_reason'
>;

const gzipElsewhere = promisify(gzip);
const gunzipElsewhere = promisify(gunzip);

/** Speed over size: rows are read seldom, and the claim stands in the client's way. */
const GZIP = { level: 1 } as const;

/** Setting up the compressor's usual memory costs as much as compressing a batch's answer, and more than a small one. */
const GZIP_SMALL = { ...GZIP, windowBits: 13, memLevel: 6, chunkSize: 4_096 } as const;
const GZIP_MIDDLE = { ...GZIP, windowBits: 14, memLevel: 7 } as const;
const SMALL_BYTES = 16_384;

/** Up to here the way to another thread and back takes longer than the work, of which this is some 0.15 ms. */
const AT_ONCE_BYTES = 65_536;

async function compress({ body, gzipped }: PaymentIntent['answer']): Promise<Uint8Array> {
  if (gzipped) return gzipped;
  if (body.length > AT_ONCE_BYTES) return gzipElsewhere(body, GZIP);
  return gzipSync(body, body.length <= SMALL_BYTES ? GZIP_SMALL : GZIP_MIDDLE);
}

async function decompress(body: Uint8Array): Promise<Buffer> {
  // The last four bytes are the length of what went in (RFC 1952 section 2.3.1), or into the last of several members; large
  // answers are not put together of members.
  const length = Buffer.from(body.subarray(-4)).readUInt32LE();
  return length <= AT_ONCE_BYTES ? gunzipSync(body) : gunzipElsewhere(body);
}

/** An intent as columns. Large answers are compressed off the event loop, so it comes before the transaction. */
export async function toClaimColumns(intent: PaymentIntent, bootId: string, nowMs: number): Promise<ClaimColumns> {
  return {
    network: intent.key.network,
    asset: intent.key.asset,
    payer: intent.key.payer,
    nonce: intent.key.nonce,
    payment_hash: intent.paymentHash,
    x402_version: intent.x402Version,
    payload: JSON.stringify(intent.payload),
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
    answer_body: await compress(intent.answer),
    answer_snapshot_ids: JSON.stringify(intent.answer.snapshotIds),
    boot_id: bootId,
    created_at: nowMs,
    verified_by: intent.verifiedBy ?? null,
    signature_hash: intent.signatureHash ?? null,
  };
}

/** A row as the record that was claimed, with what became of it. */
export async function toPaymentRecord(row: PaymentRow): Promise<PaymentRecord> {
  return recordOfRow(row, await decompress(row.answer_body));
}
