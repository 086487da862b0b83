import { ServiceError } from '@stackcheck/contract';
import { sendError } from '../http/send';
import { PageShare } from '../operations/page-share';
import { take, TOKENS, type Container } from './tokens';

/** What pages may take of the event loop while sales want all of it. */
export function pagesAndSales(container: Container, baseUrl: string): PageShare {
  const { overload } = take(container, TOKENS.operations);
  return new PageShare({
    clock: take(container, TOKENS.clock),
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
