import { ServiceError, errorRow } from '@stackcheck/contract';
import type { ReceiptPieces } from '@stackcheck/signing/receipt';
import type { StoredAnswer } from '@stackcheck/payment-x402';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { Call, OpenCall } from './call';
import { isStreamed, referenceOf, type AnswerReference } from './downloads/answer-reference';
import type { OpenDownload, PaidReader, SnapshotDownloads } from './downloads/snapshot-downloads';
import type { SoldSnapshots } from './downloads/sold-snapshots';
import type { AnswerSold, PaidDownload, SaleRefused } from './sale';

/** What the end of a sale needs. */
export interface DeliveryDeps {
  readonly downloads: SnapshotDownloads;
  readonly sold: SoldSnapshots;
  receipt(pieces: Omit<ReceiptPieces, 'nowMs' | 'inFlight'>): Promise<Readonly<Record<string, string>>>;
}

/**
 * A payment that buys its answer: the answer with its receipt, or the download that was bought. A download that is held as a whole is
 * sent in gzip to a client that takes it.
 * @param opened a download that was opened before it was paid; closed here unless it is what is delivered
 * @throws ServiceError when a paid download cannot be had now; its payment still buys it
 */
export async function deliver(
  deps: DeliveryDeps,
  outcome: PaidAnswer,
  { resource: url, takesGzip = false }: Pick<Call, 'resource' | 'takesGzip'>,
  opened?: OpenDownload,
): Promise<AnswerSold> {
  const reference = referenceOf(outcome.answer);
  const isLarge = reference !== undefined && isStreamed(reference);
  const download = isLarge ? await downloadOf(deps.downloads, outcome, reference, opened) : undefined;
  if (!isLarge) opened?.close();
  const isCoded = takesGzip && reference !== undefined && !isLarge;
  // Copied only where it must be: it takes as long as several other steps.
  const paid =
    reference && !isLarge ? { ...outcome, answer: await heldAnswer(deps.sold, outcome, reference) } : outcome;
  const { paymentResponse } = paid;
  if (!download) {
    const receipt = await deps.receipt({ url, body: paid.answer.body, paymentResponse, isCoded });
    if (!isCoded) return { kind: 'answer', paid, receipt };
    const answer = { ...paid.answer, body: await codedBody(deps.sold, paid.answer.body) };
    return { kind: 'answer', paid: { ...paid, answer }, receipt, coding: 'gzip' };
  }
  try {
    const body = { sha256: download.reference.sha256 };
    const receipt = await deps.receipt({ url, body, paymentResponse });
    return { kind: 'answer', paid, receipt, download: paidDownload(download, outcome) };
  } catch (error) {
    download.close();
    throw error;
  }
}

/** A payment that buys nothing, with a fresh offer where the code is one of 402. */
export function refusedSale(
  outcome: GateRefusal,
  { resource, priced }: Pick<OpenCall, 'resource' | 'priced'>,
): SaleRefused {
  const { code, challenges } = outcome;
  const error = new ServiceError(code, {
    ...(outcome.message === undefined ? {} : { message: outcome.message }),
    ...(outcome.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: outcome.retryAfterSeconds }),
  });
  const refused: SaleRefused = { kind: 'refused', error, ...(challenges === undefined ? {} : { challenges }) };
  if (errorRow(code).http !== 402) return refused;
  const otherHeaderChars = challenges?.join('').length ?? 0;
  return { ...refused, offer: priced!.offer.render(resource, code, { ...error.detail, otherHeaderChars }) };
}

/** A reader who was cut comes back with the payment, as after any broken connection. */
function paidDownload(download: OpenDownload, paid: PaidAnswer): PaidDownload {
  return {
    reference: download.reference,
    begin(cut) {
      try {
        download.begin({ ...readerOf(paid), cut });
      } catch (error) {
        throw error instanceof ServiceError ? stillOwed(error) : error;
      }
    },
    pieces: () => download.pieces(),
    close: () => download.close(),
  };
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
    // A buyer who paid and received nothing gets what the same money buys now; one who received it does not buy updates with it.
    const current = downloads.current(reference.dataset);
    if (!paid.wasDelivered && current) {
      const { form } = reference;
      return await downloads.prepare(form === undefined ? current : { ...current, form }, readerOf(paid));
    }
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

/** Not to be had now is no reason to pay again. */
async function codedBody(sold: SoldSnapshots, body: Uint8Array): Promise<Uint8Array> {
  try {
    return await sold.gzipped(body);
  } catch (cause) {
    throw stillOwed(new ServiceError('dataset_unavailable', { message: 'it cannot be compressed now', cause }));
  }
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
