import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS, ServiceError } from '@stackcheck/contract';
import { parseJson } from './parse-json';

/**
 * Reads a request body once, up to the limit.
 * @throws ServiceError `body_too_large`, or `bad_request` when the client stopped sending
 */
export class BodyReader {
  private reading: Promise<Buffer> | undefined;
  private parsing: Promise<unknown> | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {}

  /** The same bytes at every call. */
  read(): Promise<Buffer> {
    return (this.reading ??= this.collect());
  }

  /**
   * The same value at every call.
   * @throws ServiceError `bad_request` also where the body is no strict JSON
   */
  json(): Promise<unknown> {
    return (this.parsing ??= this.read().then(parseJson));
  }

  private collect(): Promise<Buffer> {
    const { request } = this;
    if (/^100-continue$/i.test(request.headers.expect ?? '')) this.response.writeContinue();
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= LIMITS.bodyBytesMax) chunks.push(chunk);
        else reject(bodyTooLarge());
      });
      request.on('end', () => resolve(Buffer.concat(chunks)));
      request.on('error', (cause) =>
        reject(new ServiceError('bad_request', { message: 'the request body broke off', cause })),
      );
      // Every request closes in the end; an error made for nothing would cost as much as reading the body.
      request.on('close', () => {
        if (!request.readableEnded) reject(new ServiceError('bad_request', { message: 'the request body broke off' }));
      });
    });
  }
}

/** The 413 of a body over the limit; the connection is closed, since its rest is not read. */
export function bodyTooLarge(): ServiceError {
  return new ServiceError('body_too_large', {
    message: `the request body is over ${LIMITS.bodyBytesMax} bytes`,
    headers: { Connection: 'close' },
  });
}

/** Whether the announced length is over the limit, so that nothing has to be read. */
export function announcesTooMuch(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return length !== undefined && Number(length) > LIMITS.bodyBytesMax;
}

/** Whether a body comes with the request (RFC 9112 section 6.3). */
export function bringsBody(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}
