import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@stackcheck/contract';

/** More lines than any client sends; Node would silently drop what comes after its own limit of 2,000. */
const HEADER_LINES_MAX = 200;

/** Characters of `uri-host [":" port]` (RFC 9110 section 7.2, RFC 3986 section 3.2.2). */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

/**
 * Refuses what Node's parser lets through although a proxy in front may have read it otherwise (RFC 9112): another major
 * version, two Hosts or none, a transfer coding that is not exactly `chunked`, or any in HTTP/1.0. The connection is closed,
 * since the two sides may not agree where the next request begins.
 * @throws ServiceError `bad_request` or `headers_too_large`
 */
export function guardAgainstSmuggling(request: IncomingMessage): void {
  const raw = request.rawHeaders;
  if (raw.length > 2 * HEADER_LINES_MAX)
    throw unsound('headers_too_large', `more than ${HEADER_LINES_MAX} header lines`);
  if (request.httpVersionMajor !== 1) throw unsound('bad_request', 'only HTTP/1.1 and HTTP/1.0 are spoken here');
  let hosts = 0;
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]!.length === 4 && raw[at]!.toLowerCase() === 'host') hosts++;
  }
  const isOld = request.httpVersionMinor === 0;
  if (hosts > 1) throw unsound('bad_request', 'the Host header is repeated');
  if (hosts === 0 && !isOld) throw unsound('bad_request', 'the Host header is missing');
  if (!HOST.test(request.headers.host ?? '')) throw unsound('bad_request', 'the Host header is not a host');
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && (isOld || coding.toLowerCase() !== 'chunked'))
    throw unsound('bad_request', 'the only transfer coding read here is chunked, in HTTP/1.1');
}

/** Names of headers on which neither the soundness of a request nor a plain 402 depends, whatever their values. */
const PLAIN_NAMES: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-type',
  'cookie',
  'dnt',
  'forwarded',
  'origin',
  'pragma',
  'priority',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'te',
  'traceparent',
  'tracestate',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]);

/** A length of so few digits is under every limit. */
const PLAIN_LENGTH_DIGITS = 4;

/**
 * Whether a head is sound (`guardAgainstSmuggling`) and names nothing that a 402 could depend on: HTTP/1.1, one Host, no
 * payment, no long body. False says only that it has to be looked at whole.
 * @param mayNavigate whether the answer is the same for a person in a browser (`isNavigation`), who gets no 402 in JSON
 */
export function isCacheableHead({ rawHeaders, httpVersion }: IncomingMessage, mayNavigate = false): boolean {
  if (httpVersion !== '1.1' || rawHeaders.length > 2 * HEADER_LINES_MAX) return false;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    const value = rawHeaders[at + 1]!;
    if (!mayNavigate && name === 'sec-fetch-mode' && value === 'navigate') return false;
    if (PLAIN_NAMES.has(name) || (name === 'content-length' && value.length <= PLAIN_LENGTH_DIGITS)) continue;
    if (name !== 'host' || ++hosts > 1 || !HOST.test(value)) return false;
  }
  return hosts === 1;
}

function unsound(code: 'bad_request' | 'headers_too_large', message: string): ServiceError {
  return new ServiceError(code, { message, headers: { Connection: 'close' } });
}
