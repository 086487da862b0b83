import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@stackcheck/contract';
import type { AnyRoute } from '../catalogue/define-route';
import { readBody, type SentParameters } from '../catalogue/route-input';
import type { RawInput } from '../sale/read-input';
import { BodyReader, bringsBody } from './read-body';

/**
 * The input of a request, of which nothing is read before it is asked for.
 * @param timeoutMs for the whole body; without one the server's own limit for a request holds
 */
export function requestInput(
  route: AnyRoute,
  { pathParams, query }: SentParameters,
  { request, response, timeoutMs }: RequestBody,
): RawInput {
  const reader = new BodyReader(request, response, (bytes) => readBody(route, bytes), timeoutMs);
  return {
    pathParams,
    query,
    bringsBody: bringsBody(request),
    requireJson: () => (route.isForm ? requireFormType(request) : requireJsonType(request)),
    body: async () => {
      const bytes = await reader.read();
      return () => bytes;
    },
    giveUp: () => reader.giveUp(),
    json: () => reader.json(),
    parsingMs: () => reader.parsingMs,
  };
}

/** Where a body comes from, and how long it may take. */
export interface RequestBody {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly timeoutMs: number | undefined;
}

/** What browsers send by default. */
function requireFormType(request: IncomingMessage): void {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new ServiceError('bad_request', {
      message: 'the form must be sent as Content-Type: application/x-www-form-urlencoded',
    });
  }
  requireNoEncoding(request);
}

/** Parameters may be empty: a semicolon with nothing behind it (RFC 9110 section 5.6.6). */
const UTF8_JSON = /^application\/json\s*(?:;\s*(?:charset="?utf-8"?\s*)?)*$/i;

function requireJsonType(request: IncomingMessage): void {
  const { headers } = request;
  if (!UTF8_JSON.test(headers['content-type'] ?? '')) {
    throw new ServiceError('bad_request', {
      message: 'the body must be sent as Content-Type: application/json (UTF-8)',
    });
  }
  requireNoEncoding(request);
}

function requireNoEncoding({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'];
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('bad_request', { message: 'the body must be sent without Content-Encoding' });
  }
}
