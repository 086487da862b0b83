import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyRoute } from '../catalogue/define-route';
import type { AccessEntry, AccessRecord } from '../operations/access-log';
import { requestIdOf } from './request-id';

/** A request as its entry needs it. */
export interface SeenRequest {
  readonly route: AnyRoute | undefined;
  readonly paying: boolean;
  readonly tally: AccessRecord;
}

/** The entry of a request whose answer is out, or whose client has gone. */
export function accessEntry(
  request: IncomingMessage,
  response: ServerResponse,
  { route, paying, tally }: SeenRequest,
  nowMs: number,
): AccessEntry {
  return {
    route: route?.operationId ?? 'none',
    kind: route ? (paying ? 'paid' : route.price === 'free' ? 'free' : 'offer') : 'none',
    status: response.writableEnded ? response.statusCode : 0,
    ms: nowMs - tally.startedMs,
    requestId: requestIdOf(request),
    ...(tally.code === undefined ? {} : { code: tally.code }),
    ...(tally.payer === undefined ? {} : { payer: tally.payer }),
  };
}
