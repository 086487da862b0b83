import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ID = Symbol('request id');

/** Long enough to be distinguished, and of characters that no log or header can misread. */
const WELL_FORMED = /^[A-Za-z0-9-]{8,64}$/;

const BOOT = randomBytes(6).toString('hex');
let next = 0;

/** The request's `X-Request-Id` when it is well-formed, else one of our own; the same at every call. */
export function requestIdOf(request: IncomingMessage & { [ID]?: string }): string {
  return (request[ID] ??= given(request.headers['x-request-id']) ?? `${BOOT}-${(next++).toString(36)}`);
}

/**
 * The id that an answer carries. A plain offer carries only the caller's own: most traffic is unpaid, nothing is logged of it, and an
 * id of ours would cost a twelfth of the whole answer.
 */
export function requestIdToSend(request: IncomingMessage, status: number): string | undefined {
  const { headers } = request;
  const isPlainOffer =
    status === 402 && headers['payment-signature'] === undefined && headers['x-payment'] === undefined;
  return isPlainOffer ? given(headers['x-request-id']) : requestIdOf(request);
}

function given(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : undefined;
}
