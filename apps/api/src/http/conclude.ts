import type { ServerResponse } from 'node:http';
import { ServiceError, errorRow } from '@stackcheck/contract';
import type { CompiledOffer, GateRefusal, PaidAnswer, StoredAnswer } from '@stackcheck/payment-x402';
import { isStreamed, referenceOf, type AnswerReference } from '../sale/downloads/answer-reference';
import { sendPieces } from '../sale/downloads/send-pieces';
import type { OpenDownload, PaidReader, SnapshotDownloads } from '../sale/downloads/snapshot-downloads';
import type { SoldSnapshots } from '../sale/downloads/sold-snapshots';
import type { ReceiptPieces } from '../sale/payments/receipt';
import type { AccessRecord } from '../operations/access-log';
import { beginPaid, sendError, sendOffer, sendPaid } from './send';

/** What telling a buyer how it ended needs. */
export interface ConcludeParts {
  readonly baseUrl: string;
  readonly downloads: SnapshotDownloads;
  readonly sold: SoldSnapshots;
  receipt(pieces: Omit<ReceiptPieces, 'nowMs' | 'inFlight'>): Promise<Readonly<Record<string, string>>>;
  onUnexpected(error: unknown): void;
}

/** The request that is answered. */
export interface Sale {
  /** As paid. */
  readonly url: string;
  readonly offer: CompiledOffer;
  readonly tally: AccessRecord;
  /** Opened before it was paid; closed here in every case. */
  readonly download?: OpenDownload | undefined;
}

/**
 * The end of a request with a payment: the paid answer, or why there is none. Resolves when the answer is out, but for a
 * download, which goes on as long as its reader takes.
 * @throws ServiceError when a paid download cannot be had now; its payment still buys it
 */
export async function conclude(
  parts: ConcludeParts,
  outcome: PaidAnswer | GateRefusal,
  sale: Sale,
  response: ServerResponse,
): Promise<void> {
  if (outcome.kind === 'refused') {
    sale.download?.close();
    return refuse(parts.baseUrl, outcome, sale, response);
  }
  const reference = referenceOf(outcome.answer);
  const isLarge = reference !== undefined && isStreamed(reference);
  const download = isLarge ? await downloadOf(parts.downloads, outcome, reference, sale.download) : undefined;
  if (!isLarge) sale.download?.close();
  // Copied only where it must be: it takes as long as several other steps.
  const paid =
    reference && !isLarge ? { ...outcome, answer: await heldAnswer(parts.sold, outcome, reference) } : outcome;
  const { paymentResponse } = paid;
  const receiptOf = (body: ReceiptPieces['body']) => parts.receipt({ url: sale.url, body, paymentResponse });
  // Only once the answer is on its way: the end of an error in its place must not count as delivered.
  const tellDelivered = (): void => {
    response.once('finish', () => void outcome.delivered().catch((error) => parts.onUnexpected(error)));
  };
  if (!download) {
    sendPaid(response, paid, await receiptOf(paid.answer.body));
    return tellDelivered();
  }
  try {
    const receipt = await receiptOf({ sha256: download.reference.sha256 });
    begin(download, outcome, response);
    beginPaid(response, outcome, receipt, download.reference);
  } catch (error) {
    download.close();
    throw error;
  }
  tellDelivered();
  void sendPieces(response, download).catch((error: unknown) => parts.onUnexpected(error));
}

/** A reader who was cut comes back with the payment, as after any broken connection. */
function begin(download: OpenDownload, paid: PaidAnswer, response: ServerResponse): void {
  try {
    download.begin({ ...readerOf(paid), cut: () => void response.destroy() });
  } catch (error) {
    throw error instanceof ServiceError ? stillOwed(error) : error;
  }
}

function readerOf({ id, wasDelivered = false }: PaidAnswer): PaidReader {
  return { payment: id, wasDelivered };
}

async function downloadOf(
  downloads: SnapshotDownloads,
  paid: PaidAnswer,
  reference: AnswerReference,
  opened: OpenDownload | undefined,
): Promise<OpenDownload> {
  if (opened?.reference.snapshotId === reference.snapshotId) return opened;
  opened?.close();
  try {
    const found = await downloads.reopen(reference, readerOf(paid));
    if (typeof found !== 'string') return found;
    // Whoever paid and got nothing so far gets what the same money buys now; whoever got it does not buy updates with it.
    const current = downloads.current(reference.dataset);
    if (!paid.wasDelivered && current) return await downloads.prepare(current, readerOf(paid));
  } catch (error) {
    throw error instanceof ServiceError ? stillOwed(error) : error;
  }
  throw gone(reference);
}

/** The same of a download that is held as a whole. */
async function heldAnswer(sold: SoldSnapshots, paid: PaidAnswer, reference: AnswerReference): Promise<StoredAnswer> {
  try {
    const found = await sold.find(reference);
    const body = found ?? (paid.wasDelivered ? undefined : sold.current(reference.dataset)?.body);
    if (body) return { ...paid.answer, contentType: reference.contentType, body };
  } catch (error) {
    throw error instanceof ServiceError ? stillOwed(error) : error;
  }
  throw gone(reference);
}

function gone({ snapshotId }: AnswerReference): ServiceError {
  return new ServiceError('snapshot_expired', {
    message: `this payment bought snapshot ${snapshotId}, which is not kept any more`,
  });
}

function stillOwed({ code, detail }: ServiceError): ServiceError {
  const said = detail.message === undefined ? '' : `${detail.message}; `;
  return new ServiceError(code, {
    ...detail,
    message: `${said}this payment is settled and still buys its answer: repeat the request with it`,
  });
}

function refuse(baseUrl: string, outcome: GateRefusal, { url, offer, tally }: Sale, response: ServerResponse): void {
  tally.code = outcome.code;
  const error = new ServiceError(outcome.code, {
    ...(outcome.message === undefined ? {} : { message: outcome.message }),
    ...(outcome.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: outcome.retryAfterSeconds }),
  });
  // A fresh offer goes with every 402, and with nothing else.
  if (errorRow(outcome.code).http !== 402) return sendError(response, baseUrl, error, outcome.challenges);
  const besideChars = outcome.challenges?.join('').length ?? 0;
  sendOffer(response, offer.render(url, outcome.code, { ...error.detail, besideChars }), outcome.challenges);
}
