import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@stackcheck/contract';
import type { AnyRoute } from '../catalogue/define-route';
import { requestIdOf } from './request-id';

/** One answered request. Holds nothing that a caller wrote but a well-formed request id and a payer that was checked. */
export interface AccessEntry {
  /** operationId; `none` where no route matched. */
  readonly route: string;
  /** `paid`: brought a payment; `offer`: a paid route without one; `free`; `none`: no route. */
  readonly kind: 'paid' | 'offer' | 'free' | 'none';
  /** Status of the answer; 0 when the client left before it was sent. */
  readonly status: number;
  /** Error code of the answer, if any. */
  readonly code?: ErrorCode;
  readonly ms: number;
  readonly requestId: string;
  readonly payer?: string;
}

/** Where answered requests are told. Must not throw. */
export interface AccessLog {
  /** False: nobody wants requests without a payment, and they must not even cost the making of an entry. */
  readonly everything: boolean;
  record(entry: AccessEntry): void;
}

/** What is known of a request by now. */
export interface AccessRecord {
  readonly startedMs: number;
  code?: ErrorCode;
  payer?: string;
}

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
