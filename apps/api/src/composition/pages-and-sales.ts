import { ServiceError } from '@stackcheck/contract';
import { clientAddress } from '@stackcheck/payment-http/request';
import type { ApiConfig } from '../config/config';
import { sendError } from '../http/send';
import { PageShare } from '../operations/page-share';
import { take, TOKENS, type Container } from './tokens';

/** What pages may take of the event loop while sales want all of it. */
export function pagesAndSales(container: Container, { baseUrl, trustProxy }: ApiConfig): PageShare {
  const addressOf = clientAddress(trustProxy);
  const { overload } = take(container, TOKENS.operations);
  return new PageShare({
    clock: take(container, TOKENS.clock),
    clientOf: ({ req }) => addressOf(req),
    salesUnderWay: () => overload.inFlight,
    refuse(response) {
      if (response.destroyed) return;
      const retryAfterSeconds = overload.retryAfterSeconds();
      const headers = { Connection: 'close' };
      sendError(
        response,
        baseUrl,
        new ServiceError('paused', { message: 'the service is busy', retryAfterSeconds, headers }),
      );
    },
  });
}
