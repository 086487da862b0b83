import type { ServerResponse } from 'node:http';
import { onceSent } from '@stackcheck/payment-http/request';
import type { AnswerSold, PaidDownload, Sale } from '../sale/sale';
import { afterSettling } from '../sale/unexpected-faults';
import { beginPaid, sendError, sendOffer, sendPaid } from './send';
import { sendPieces } from './send-pieces';

/** What writing the end of a sale needs. */
export interface SaleWriting {
  readonly baseUrl: string;
  /** Where the route is described, below the base URL. */
  readonly schema: string | undefined;
  onUnexpected(error: unknown): void;
}

/**
 * Writes how a sale ended. A download goes on after this returned, as fast as its reader takes it.
 * @throws ServiceError where a paid answer cannot be written; its payment still buys it
 */
export function writeSale(response: ServerResponse, sale: Sale, writing: SaleWriting): void {
  if (sale.kind === 'offer') return sendOffer(response, sale.offer);
  if (sale.kind === 'answer') return writeAnswer(response, sale, writing);
  if (response.headersSent || response.destroyed) return void response.destroy();
  if (sale.offer) return sendOffer(response, sale.offer, sale.challenges);
  sendError(response, writing.baseUrl, sale.error, { challenges: sale.challenges, schema: writing.schema });
}

function writeAnswer(response: ServerResponse, sale: AnswerSold, { onUnexpected }: SaleWriting): void {
  const { paid, receipt, coding, download } = sale;
  try {
    if (download) return writeDownload(response, sale, download, onUnexpected);
    sendPaid(response, paid, receipt, coding);
  } catch (error) {
    throw afterSettling(error, onUnexpected);
  }
  whenFinished(response, sale, onUnexpected);
}

function writeDownload(
  response: ServerResponse,
  sale: AnswerSold,
  download: PaidDownload,
  onUnexpected: (error: unknown) => void,
): void {
  try {
    download.begin(() => void response.destroy());
    beginPaid(response, sale.paid, sale.receipt, download.reference);
  } catch (error) {
    download.close();
    throw error;
  }
  whenFinished(response, sale, onUnexpected);
  void sendPieces(response, download).catch(onUnexpected);
}

/** Only once the answer is on its way: the end of an error in its place must not count as delivered. */
function whenFinished(response: ServerResponse, { paid }: AnswerSold, onUnexpected: (error: unknown) => void): void {
  onceSent(response, () => void paid.delivered().catch(onUnexpected));
}
