import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@stackcheck/contract';
import type { AnyRoute, KeptWith } from '../catalogue/define-route';
import { DocumentCache } from '../fast/document-cache';
import { PaymentRequiredCache } from '../fast/payment-required-cache';
import type { AccessLog } from '../operations/access-log';
import type { Sales } from '../sale/sales';
import { requestIdOf } from './request-id';
import { isCacheableHead } from './request-smuggling-guard';
import { endsWithServer } from './send';

/** What decides whether an answer may be sent again. */
export interface AnsweredBeforeDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly accessLog: AccessLog;
  readonly sales: Pick<Sales, 'isReady'>;
  /** Whether what a document was made from still stands. */
  isCurrent(kept: KeptWith): boolean;
}

/** Offers and documents that were sent before, ready to be sent again before anything else is looked at. */
export class AnsweredBefore {
  /** Both absent where the access log wants an entry of every request. */
  private readonly offers: PaymentRequiredCache<AnyRoute> | undefined;
  private readonly documents: DocumentCache<KeptWith> | undefined;

  constructor(private readonly deps: AnsweredBeforeDeps) {
    const { accessLog, sales } = deps;
    if (accessLog.everything && !accessLog.again) return;
    this.offers = new PaymentRequiredCache<AnyRoute>({
      maySell: (route) => sales.isReady(route),
      isCacheable: (request) => isCacheableHead(request),
      endsConnection: endsWithServer,
    });
    this.documents = new DocumentCache<KeptWith>({
      isCurrent: (kept) => deps.isCurrent(kept),
      isCacheable: (request) => isCacheableHead(request, true),
      endsConnection: endsWithServer,
      ownHeaders: (request) => ['X-Request-Id', requestIdOf(request)],
    });
  }

  /** Sends what a request like this was answered before; false where the whole path has to decide. */
  answers(request: IncomingMessage, response: ServerResponse, startedMs: number): boolean {
    const { accessLog, clock } = this.deps;
    const offered = this.offers?.answer(request, response);
    if (offered) {
      accessLog.again?.offeredAgain(offered.operationId, clock.monotonic() - startedMs);
      return true;
    }
    const route = this.documents?.answer(request, response);
    if (route === undefined) return false;
    accessLog.again?.again(route, 200, clock.monotonic() - startedMs);
    return true;
  }

  /** Keeps the 402 that a request was answered with. */
  keepOffer(...kept: Parameters<PaymentRequiredCache<AnyRoute>['remember']>): void {
    this.offers?.remember(...kept);
  }

  /** Keeps the document that a request was answered with. */
  keepDocument(...kept: Parameters<DocumentCache<KeptWith>['remember']>): void {
    this.documents?.remember(...kept);
  }
}
