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
export function requireSoundRequest(request: IncomingMessage): void {
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

function unsound(code: 'bad_request' | 'headers_too_large', message: string): ServiceError {
  return new ServiceError(code, { message, headers: { Connection: 'close' } });
}
