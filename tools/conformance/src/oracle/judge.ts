import type { ErrorCode } from '@stackcheck/contract';
import { ERRORS } from '@stackcheck/contract/errors';
import { headerOf, type RawResponse } from '../http/raw-response';
import { decodedBody, variesBy } from './decoded-body';
import { errorBodyFaults, isErrorCode } from './error-body';
import type { SchemaCheck } from './schema-check';
import type { Operation, Place, ServedApi } from './served-api';

/** What was asked, as far as the verdict depends on it. */
export interface Asked {
  readonly method: string;
  readonly target: string;
  /** Whether If-None-Match was sent, which makes 304 an answer. */
  readonly conditional: boolean;
  /** Whether `Prefer: validate-only` was sent, so that a paid operation answers nothing. */
  readonly validateOnly?: boolean;
}

/** Statuses that HTTP itself gives, whatever the operation: bad framing, a slow client, too many header bytes. */
const GENERIC = [400, 408, 431];

/**
 * Everything that is wrong with an answer by the service's own description and the error table; empty when all is well.
 */
export type Judge = (asked: Asked, response: RawResponse) => string[];

/** A judge by the description that the service published. */
export function createJudge(api: ServedApi, check: SchemaCheck): Judge {
  return (asked, response) => {
    const place = api.find(asked.method, asked.target);
    const faults = [...framingFaults(asked, response), ...statusFaults(place, asked, response)];
    if (response.status >= 400) faults.push(...errorFaults(place, asked, response, check));
    else if (place.kind === 'operation') faults.push(...answerFaults(place.operation, asked, response, check));
    return faults;
  };
}

function framingFaults({ method }: Asked, response: RawResponse): string[] {
  // What the parser refuses has no method yet, so such an answer to HEAD has a body; it is the last on its connection.
  const unparsed = method === 'HEAD' && GENERIC.includes(response.status) && !response.keepsAlive;
  return [
    ...(response.surplus > 0 && !unparsed ? [`${response.surplus} bytes after the end of the answer`] : []),
    ...(response.unframed ? ['no Content-Length'] : []),
    ...(headerOf(response, 'x-content-type-options') === 'nosniff' ? [] : ['no X-Content-Type-Options: nosniff']),
    ...(response.headers.has('x-powered-by') ? ['X-Powered-By is sent'] : []),
  ];
}

function statusFaults(place: Place, { method, conditional }: Asked, { status }: RawResponse): string[] {
  if (status === 500) return ['status 500'];
  if (GENERIC.includes(status)) return [];
  const allowed = expectedStatuses(place, method, conditional);
  return allowed.includes(status) ? [] : [`status ${status} is not declared (allowed: ${allowed.join(', ')})`];
}

function expectedStatuses(place: Place, method: string, conditional: boolean): number[] {
  if (place.kind === 'nowhere') return [404];
  if (place.kind === 'other_method') return method === 'OPTIONS' ? [204] : [405];
  const { operation } = place;
  // 304 belongs to HTTP (RFC 9110 section 13.2), not to the operation; a paid answer is never conditional.
  return [...operation.responses.keys(), ...(conditional && operation.price === null ? [304] : [])];
}

function errorFaults(place: Place, asked: Asked, response: RawResponse, check: SchemaCheck): string[] {
  const faults = [];
  if (headerOf(response, 'content-type') !== 'application/json; charset=utf-8') faults.push('an error that is no JSON');
  if (headerOf(response, 'cache-control') !== 'no-store') faults.push('an error that may be stored');
  for (const name of ['payment-response', 'x-payment-response', 'etag']) {
    if (response.headers.has(name)) faults.push(`an error with ${name}`);
  }
  if (response.headers.has('payment-required') !== (response.status === 402)) {
    faults.push('PAYMENT-REQUIRED comes with 402, and with 402 alone');
  }
  if (response.status === 405 && !response.headers.has('allow')) faults.push('a 405 without Allow');
  if (asked.method === 'HEAD') return faults;
  const value = parse(response.body);
  if (value === undefined) return [...faults, 'an error body that is no JSON'];
  faults.push(...errorBodyFaults(value, response.status));
  const code = (value as { error?: { code?: unknown } } | null)?.error?.code;
  if (isErrorCode(code) && needsRetryAfter(code) && !/^[1-9]\d*$/.test(headerOf(response, 'retry-after') ?? '')) {
    faults.push(`${code} without Retry-After in whole seconds`);
  }
  if (place.kind !== 'operation' || response.status === 408) return faults;
  const declared = place.operation.responses.get(response.status)?.['application/json'];
  const fault = declared && check(declared.schema, value);
  return fault ? [...faults, `the error is not as declared: ${fault}`] : faults;
}

function needsRetryAfter(code: ErrorCode): boolean {
  return 'retryAfterSeconds' in ERRORS[code] || code === 'rate_limited';
}

function answerFaults(operation: Operation, asked: Asked, response: RawResponse, check: SchemaCheck): string[] {
  const paid = operation.price !== null;
  if (paid && (response.status === 204 || (asked.validateOnly && asked.method !== 'HEAD'))) {
    return dryRunFaults(asked, response);
  }
  const faults = [];
  if (paid !== response.headers.has('payment-response')) {
    faults.push('PAYMENT-RESPONSE comes with a paid answer, and with a paid answer alone');
  }
  if (paid && headerOf(response, 'cache-control') !== 'private, no-store')
    faults.push('a paid answer that may be stored');
  // What is paid is stored by no cache, and its form is asked for in the target.
  if (!paid && hasForms(operation) && !variesBy(response).includes('accept'))
    faults.push('one of several forms without Vary');
  if (response.headers.has('content-encoding') && !variesBy(response).includes('accept-encoding'))
    faults.push('a content coding without Vary');
  if (response.status === 304) {
    if (!response.headers.has('etag')) faults.push('a 304 without ETag');
    return faults;
  }
  const type = headerOf(response, 'content-type') ?? '';
  const declared = operation.responses.get(response.status)?.[type.replace(/;.*$/, '')];
  if (!declared) return [...faults, `content type "${type}" is not declared`];
  const isJson = /^application\/(\w+\+)?json\b/.test(type);
  // A linkset is UTF-8 by its definition and has a profile for a parameter (RFC 9264 section 6.2), as a picture in XML without a
  // declaration is (XML 1.0 section 4.3.3); a file is no text.
  const isFile = 'contentMediaType' in declared.schema;
  if (!isFile && !/; charset=utf-8$|^application\/linkset\+json|^image\/svg\+xml$/.test(type))
    faults.push(`content type "${type}" names no UTF-8`);
  if (asked.method === 'HEAD') return faults;
  const body = decodedBody(response);
  if (body === undefined) return [...faults, 'the body is not in the content coding it names'];
  const value = isJson ? parse(body) : body.toString('utf8');
  if (value === undefined) return [...faults, 'the body is no JSON'];
  const fault = check(declared.schema, value);
  return fault ? [...faults, `the answer is not as declared: ${fault}`] : faults;
}

/** A dry run is never taken for a paid answer: it has no content, and says that the preference was followed. */
function dryRunFaults({ validateOnly }: Asked, response: RawResponse): string[] {
  const faults = [];
  if (!validateOnly) faults.push('204 without a preference');
  if (response.status !== 204) faults.push('a dry run that is answered');
  if (headerOf(response, 'preference-applied') !== 'validate-only') faults.push('204 without Preference-Applied');
  if (response.headers.has('payment-response')) faults.push('a dry run with PAYMENT-RESPONSE');
  if (response.body.length > 0) faults.push('a 204 with content');
  return faults;
}

/** Whether Accept chooses among several media types of an answer. */
function hasForms({ responses }: Operation): boolean {
  return Object.keys(responses.get(200) ?? {}).length > 1;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
