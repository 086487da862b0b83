import type { Duplex } from 'node:stream';
import { errorBody, errorRow, type ErrorCode } from '@stackcheck/contract';
import { COMMON_HEADERS } from './headers';

/**
 * Answers what Node's parser refuses before a request exists: 431, 408 and 400 as the table's JSON. A connection that
 * has already carried an answer is only closed, or the error would be appended to it.
 */
export function answerClientError(
  baseUrl: string,
  error: NodeJS.ErrnoException,
  socket: Duplex & { bytesWritten?: number },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || (socket.bytesWritten ?? 0) > 0) {
    socket.destroy();
    return;
  }
  const { code, status, message, headers: own } = read(error);
  const body = JSON.stringify(errorBody(baseUrl, code, message ? { message } : {}));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    // A browser would hide the reason from the page that asked.
    ...COMMON_HEADERS,
    ...own,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

/** What the parser met, as an answer. */
interface ParserFault {
  readonly code: ErrorCode;
  readonly status: string;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function read(error: NodeJS.ErrnoException): ParserFault {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return {
      code: 'headers_too_large',
      status: `${errorRow('headers_too_large').http} Request Header Fields Too Large`,
    };
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    // A process that was stopped meanwhile says it of requests that were sent in time, too, payments among them.
    return {
      code: 'bad_request',
      status: '408 Request Timeout',
      message: 'the request was not sent in time; send the same one again',
      headers: { 'Retry-After': '1' },
    };
  }
  return { code: 'bad_request', status: '400 Bad Request', message: 'the request is not valid HTTP/1.1' };
}
