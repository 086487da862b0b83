import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyRoute } from '../catalogue/define-route';
import type { AccessEntry, AccessRecord } from '../operations/access-log';
import { requestIdOf } from './request-id';

/** A request as its entry needs it. */
export interface SeenRequest {
  readonly route: AnyRoute | undefined;
  readonly paying: boolean;
  readonly record: AccessRecord;
}

/** The entry of a request whose answer is out, or whose client has gone. */
export function accessEntry(
  request: IncomingMessage,
  response: ServerResponse,
  { route, paying, record }: SeenRequest,
  nowMs: number,
): AccessEntry {
  return {
    route: route?.operationId ?? 'none',
    kind: route ? (paying ? 'paid' : route.price === 'free' ? 'free' : 'offer') : 'none',
    status: response.writableEnded ? response.statusCode : 0,
    ms: nowMs - record.startedMs,
    requestId: requestIdOf(request),
    ...(record.code === undefined ? {} : { code: record.code }),
    ...(record.payer === undefined ? {} : { payer: record.payer }),
  };
}
